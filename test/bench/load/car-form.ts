import { createHash } from 'node:crypto'
import type { Form } from '../http/client.ts'
import { freshBytes } from '../random-pool.ts'

const BOUNDARY = 'tidepool-bench-car-91f2'
const BLOCK_BYTES = 256 * 1024
/** CIDv1, raw, sha2-256 of 32 bytes. */
const CID_PREFIX = Uint8Array.of(0x01, 0x55, 0x12, 0x20)
/** `{"roots": [], "version": 1}` in dag-cbor, behind its length. */
const CAR_HEADER = Buffer.from('11a265726f6f7473806776657273696f6e01', 'hex')

/** A CAR of raw blocks of 256 KiB, made while it is sent. */
export function carForm(sizeBytes: number): Form {
  const count = Math.ceil(sizeBytes / BLOCK_BYTES)
  const head = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="path"; filename="bench.car"\r\n` +
      'Content-Type: application/vnd.ipld.car\r\n\r\n',
  )
  const foot = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
  const length = varint(CID_PREFIX.byteLength + 32 + BLOCK_BYTES)
  const sectionBytes = length.byteLength + CID_PREFIX.byteLength + 32 + BLOCK_BYTES
  return {
    boundary: BOUNDARY,
    sizeBytes: head.byteLength + CAR_HEADER.byteLength + count * sectionBytes + foot.byteLength,
    *pieces() {
      yield Buffer.concat([head, CAR_HEADER])
      for (let at = 0; at < count; at += 1) {
        const block = freshBytes(BLOCK_BYTES)
        yield Buffer.concat([length, CID_PREFIX, createHash('sha256').update(block).digest(), block])
      }
      yield foot
    },
  }
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}
