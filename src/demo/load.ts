import type { Logger } from 'pino'
import type { Services } from '../services.ts'

export const demoCompanyName = 'Meridian Instruments'

/** Loads the demo company into an empty database. */
export async function loadDemo(_services: Services, _logger: Logger): Promise<void> {}
