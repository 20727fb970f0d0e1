import type { Command } from './command.ts'
import { companyCommands } from './commands/company.ts'
import { instanceCommands } from './commands/instance.ts'
import { keyCommands } from './commands/key.ts'
import { userCommands } from './commands/user.ts'

/** Every command, in the order of the help. */
export const commands: Command[] = [...companyCommands, ...userCommands, ...keyCommands, ...instanceCommands]
