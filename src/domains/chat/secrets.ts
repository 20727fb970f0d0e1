import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Seals what must be readable again, such as the API key of a model server, so that the database alone does not give
 * it away (AES-256-GCM). The key is `SECRET_KEY`, or a random one that is kept in the data folder.
 */
export class SecretBox {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = createHash('sha256').update(secret).digest()
  }

  /** The box of this instance. Several machines on one database must be given the same `SECRET_KEY`. */
  static async open(deps: { secretKey: string | undefined; dataDir: string }): Promise<SecretBox> {
    return new SecretBox(deps.secretKey ?? (await keptSecret(join(deps.dataDir, 'secret.key'))))
  }

  seal(text: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }

  /** The sealed text, or null when it was sealed with another key or was changed. */
  unseal(sealed: string): string | null {
    try {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
}

/** Written aside, synced and then linked: whoever reads it finds all of it, or nothing. */
async function keptSecret(path: string): Promise<string> {
  // With a database server, nothing has made the data folder yet.
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  const secret = await readFile(path, 'utf8')
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new Error(`${path} does not hold a secret: remove it, or set SECRET_KEY.`)
  return secret
}
