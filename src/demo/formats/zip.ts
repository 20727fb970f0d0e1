import { crc32, deflateRawSync } from 'node:zlib'

const VERSION = 20
const DEFLATED = 8
// 1 January 1980, the first day that a ZIP file knows: the same content gives the same bytes.
const DATE = 0x21

/** A ZIP file of texts by name, in their order. Not for files that are large or come from elsewhere. */
export function zip(files: Record<string, string>): Buffer {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const entry = packEntry(Buffer.from(name), Buffer.from(text))
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(signature(0x02014b50), word(VERSION), entry.fields, place, entry.name)
    entries.push(signature(0x04034b50), entry.fields, entry.name, entry.packed)
    offset += 4 + entry.fields.length + entry.name.length + entry.packed.length
  }
  return Buffer.concat([
    ...entries,
    ...directory,
    endOf(Object.keys(files).length, offset, Buffer.concat(directory).length),
  ])
}

/** The fields that an entry and its place in the directory have in common. */
function packEntry(name: Buffer, content: Buffer) {
  const packed = deflateRawSync(content)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(DEFLATED, 4)
  fields.writeUInt16LE(DATE, 8)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return { name, packed, fields }
}

function endOf(count: number, offset: number, directoryLength: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directoryLength, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
