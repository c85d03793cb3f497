import { joinBytes } from '../../codec/bytes/bytes.ts'
import { CUT_PROTOBUF, cutShort } from '../../codec/bytes/cut-short.ts'
import { encodeMessage } from '../records/encode-record.ts'
import { toJson } from '../records/print-json.ts'
import type { GenesisPiece } from './genesis-pieces.ts'

const ENCODER = new TextEncoder()

/** Pieces are joined up to this size. */
const CHUNK_BYTES = 64 * 1024

/**
 * Encodes a genesis document as protobuf: the concatenated pieces are the whole document. If `pieces` fails, the
 * output ends inside a field, and the error is thrown.
 */
export function genesisProtobuf(pieces: AsyncIterable<GenesisPiece>): AsyncGenerator<Uint8Array, void> {
  return cutShort(
    joinPieces(pieces, (piece) => encodeMessage('GenesisState', piece)),
    CUT_PROTOBUF,
  )
}

/** Encodes a genesis document as canonical JSON, without spaces and with a line break at its end. */
export async function* genesisJson(pieces: AsyncIterable<GenesisPiece>): AsyncGenerator<Uint8Array, void> {
  let open: string | undefined
  let isFirst = true
  const textOf = (piece: GenesisPiece): string => {
    const [[name, value] = []] = Object.entries(toJson('GenesisState', piece))
    if (name === undefined) return ''
    const entry = Array.isArray(value) ? value[0] : undefined
    const text = JSON.stringify(entry ?? value)
    if (name === open) return `,${text}`
    const before = `${open === undefined ? '' : ']'}${isFirst ? '{' : ','}${JSON.stringify(name)}:`
    isFirst = false
    open = entry === undefined ? undefined : name
    return `${before}${entry === undefined ? '' : '['}${text}`
  }
  yield* joinPieces(pieces, (piece) => ENCODER.encode(textOf(piece)))
  yield ENCODER.encode(`${open === undefined ? '' : ']'}${isFirst ? '{' : ''}}\n`)
}

async function* joinPieces(
  pieces: AsyncIterable<GenesisPiece>,
  bytesOf: (piece: GenesisPiece) => Uint8Array,
): AsyncGenerator<Uint8Array, void> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    const bytes = bytesOf(piece)
    waiting.push(bytes)
    size += bytes.byteLength
    if (size < CHUNK_BYTES) continue
    yield joinBytes(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield joinBytes(waiting)
}
