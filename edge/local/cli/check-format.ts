import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { MAX_BACKUP_BLOCK_BYTES } from '../../../src/backup/manifest.ts'
import { createByteCursor } from '../../../src/codec/bytes/byte-cursor.ts'
import { MAX_VARINT_BYTES, readVarint } from '../../../src/codec/bytes/varint.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'

/** A format of bytes whose own syntax shows that they were cut. */
export interface ByteFormat {
  readonly name: string
  /** Reads the bytes as a stream. Throws when they end early, or are of another format. */
  readonly check: (chunks: AsyncIterable<Uint8Array>) => Promise<void>
}

export const CAR_FORMAT: ByteFormat = {
  name: 'CAR',
  async check(chunks) {
    const { blocks } = await readCar(chunks, { maxBlockBytes: MAX_BACKUP_BLOCK_BYTES })
    for await (const _ of blocks);
  },
}

const TAR_FORMAT: ByteFormat = {
  name: 'tar archive',
  async check(chunks) {
    const { readable, writable } = createTarDecoder({ strict: true })
    const skipEntries = async (entries: AsyncIterable<ParsedTarEntry>) => {
      for await (const { body } of entries) await body.cancel()
    }
    await Promise.all([Readable.toWeb(Readable.from(chunks)).pipeTo(writable), skipEntries(readable)])
  },
}

const GZIP_FORMAT: ByteFormat = {
  name: 'gzip file',
  async check(chunks) {
    const ignored = new Writable({ write: (_chunk, _encoding, done) => done() })
    await pipeline(Readable.from(chunks), createGunzip(), ignored)
  },
}

/** Wire types of protobuf. */
const [VARINT, FIXED_64, LENGTH_DELIMITED] = [0, 1, 2]

/** Fields of the message, without those inside of them. */
const PROTOBUF_FORMAT: ByteFormat = {
  name: 'protobuf message',
  async check(chunks) {
    const cursor = createByteCursor(chunks)
    const readNumber = async () => {
      const { value, next } = readVarint(await cursor.peek(MAX_VARINT_BYTES))
      await cursor.skip(next)
      return value
    }
    while ((await cursor.peek(1)).byteLength > 0) {
      const wireType = (await readNumber()) & 7
      if (wireType === LENGTH_DELIMITED) await cursor.skip(await readNumber())
      // The value of a varint may have 64 bits, which no number holds.
      else if (wireType === VARINT) while ((await cursor.take(1)).some((byte) => byte >= 0x80));
      else await cursor.skip(wireType === FIXED_64 ? 8 : 4)
    }
  },
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b])
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d])

/** Counts brackets outside of strings. */
const JSON_FORMAT: ByteFormat = {
  name: 'JSON document',
  async check(chunks) {
    let depth = 0
    let isString = false
    let isEscaped = false
    for await (const chunk of chunks) {
      for (const byte of chunk) {
        if (isEscaped) isEscaped = false
        else if (byte === QUOTE) isString = !isString
        else if (isString) isEscaped = byte === BACKSLASH
        else if (OPENING.has(byte)) depth += 1
        else if (CLOSING.has(byte)) depth -= 1
      }
    }
    if (depth !== 0 || isString) throw new Error('unexpected EOF')
  },
}

const FORMATS: ReadonlyMap<string, ByteFormat> = new Map([
  ['application/vnd.ipld.car', CAR_FORMAT],
  ['application/x-tar', TAR_FORMAT],
  ['application/gzip', GZIP_FORMAT],
  ['application/x-protobuf', PROTOBUF_FORMAT],
  ['application/json', JSON_FORMAT],
])

/**
 * The format of the bytes that a command replies with, by their media type. `undefined` for bytes that show no end, of
 * which the node declares the length.
 */
export function byteFormatOf(path: string, { headers }: Response): ByteFormat | undefined {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';')
  return path === 'tar/cat' ? TAR_FORMAT : FORMATS.get(type.trim())
}
