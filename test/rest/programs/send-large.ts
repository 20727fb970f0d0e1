import { createHash } from 'node:crypto'
import { request } from 'node:http'

/** Uploads `size` megabytes that are made while they are sent; prints the file's id and its SHA-256. */
const [url = '', key = '', size = '0'] = process.argv.slice(2)
const hash = createHash('sha256')

function* body(): Generator<Buffer> {
  const disposition = 'Content-Disposition: form-data; name="file"; filename="large.txt"'
  yield Buffer.from(`--BOUND\r\n${disposition}\r\nContent-Type: text/plain\r\n\r\n`)
  for (let sent = 0; sent < Number(size); sent++) {
    const piece = Buffer.alloc(1_000_000, `line ${sent}\n`)
    hash.update(piece)
    yield piece
  }
  yield Buffer.from('\r\n--BOUND--\r\n')
}

const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=BOUND' }
const upload = request(`${url}/api/v2/files`, { method: 'POST', headers }, async (response) => {
  const { id } = JSON.parse((await response.toArray()).join(''))
  process.stdout.write(JSON.stringify({ id, sha256: hash.digest('hex') }))
})
for (const piece of body()) {
  if (!upload.write(piece)) await new Promise((resolve) => upload.once('drain', resolve))
}
upload.end()
