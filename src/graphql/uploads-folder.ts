import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** An upload that was not touched for this long is nobody's any more, in milliseconds. */
export const staleUploadMs = 6 * 60 * 60 * 1_000

/** Removes what interrupted uploads left in the folder they are spooled to, where it is older than `age` milliseconds. */
export async function removeStaleUploads(folder: string, age: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    )
    if (Date.now() - changed >= age) await rm(path, { recursive: true, force: true })
  }
}
