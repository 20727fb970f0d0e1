import { ParseError } from '../parse-error.ts'
import type { Archive } from '../zip.ts'

/** An encrypted OpenDocument file is a plain ZIP file whose manifest says which entries are encrypted. */
export async function assertNotEncrypted(archive: Archive): Promise<void> {
  const manifest = await archive.readXml('META-INF/manifest.xml')
  if (manifest?.includes('encryption-data')) throw new ParseError('encrypted', 'The file is protected with a password.')
}
