import type { AnyRoute } from './route.ts'
import { runChatFlow } from './v2/chatflows.ts'
import { uploadFile } from './v2/file-upload.ts'
import { deleteFile, listFiles, readFile, readFileChunks } from './v2/files.ts'
import { readWorkspace } from './v2/workspaces.ts'

/** Every operation of the wire, in one list. */
export const routes: readonly AnyRoute[] = [
  runChatFlow,
  listFiles,
  uploadFile,
  readFile,
  deleteFile,
  readFileChunks,
  readWorkspace,
]
