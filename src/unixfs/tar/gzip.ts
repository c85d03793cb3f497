import { Gzip } from 'fflate'
import { DomainError } from '../../errors.ts'

type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** Bytes compressed between two yields, whatever the size of the input pieces. */
const STEP_BYTES = 65_536

/**
 * Compresses a stream while it is read. The header has no time, so equal input gives equal output. If the source
 * fails, the data compressed so far is yielded without the last block and the trailer, and then the error is
 * thrown; if nothing was yielded yet, only the error.
 *
 * Throws `invalid-argument` immediately for a level outside 1 to 9. Spec: RPC document, `/get`.
 */
export function gzipStream(bytes: AsyncIterable<Uint8Array>, level = 6): AsyncGenerator<Uint8Array> {
  if (!isLevel(level)) {
    throw new DomainError('invalid-argument', 'compression level must be between 1 and 9')
  }
  return compress(bytes, level)
}

async function* compress(bytes: AsyncIterable<Uint8Array>, level: Level): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const gzip = new Gzip({ level, mtime: 0 }, (piece) => {
    ready.push(piece)
  })
  let isBegun = false
  try {
    for await (const piece of bytes) {
      for (let at = 0; at < piece.byteLength; at += STEP_BYTES) {
        gzip.push(piece.subarray(at, at + STEP_BYTES))
        isBegun ||= ready.length > 0
        yield* ready.splice(0)
      }
    }
  } catch (error) {
    if (isBegun) {
      gzip.flush(true)
      yield* ready.splice(0)
    }
    throw error
  }
  gzip.push(new Uint8Array(0), true)
  yield* ready.splice(0)
}

function isLevel(level: number): level is Level {
  return Number.isInteger(level) && level >= 1 && level <= 9
}
