import { DomainError } from '../errors.ts'

/** How files are cut. */
export interface Chunker {
  readonly sizeBytes: number
}

const DEFAULT_CHUNK_BYTES = 262_144
const MAX_CHUNK_BYTES = 1_048_576

/**
 * Reads a chunker option: empty or `default`, or `size-N`.
 *
 * Throws `invalid-argument` with the reference implementation's text for what it would not read, and
 * `unsupported` for the content-defined chunkers. Spec: RPC document, `/add`, option `chunker`.
 */
export function parseChunker(text: string): Chunker {
  if (text === '' || text === 'default') return { sizeBytes: DEFAULT_CHUNK_BYTES }
  if (text.startsWith('size-')) return { sizeBytes: parseSize(text.split('-')[1] ?? '') }
  if (text.startsWith('rabin')) checkRabin(text.split('-'))
  else if (text !== 'buzhash') throw invalid(`unrecognized chunker option: ${text}`)
  throw new DomainError('unsupported', `Cannot cut by "${text}": only size-N chunkers are served`)
}

function parseSize(text: string): number {
  const size = parseInteger(text)
  if (size <= 0) throw invalid('chunker size must be greater than 0')
  checkMax(size)
  return size
}

function checkRabin(parts: readonly string[]): void {
  if (parts.length === 1) return
  if (parts.length === 2) {
    checkMax(Math.trunc(parseInteger(parts[1] ?? '') * 1.5))
    return
  }
  if (parts.length !== 4) {
    throw invalid("incorrect format (expected 'rabin' 'rabin-[avg]' or 'rabin-[min]-[avg]-[max]')")
  }
  const min = labelled(parts[1] ?? '', 'min', 'first label must be min')
  if (min < 16) throw invalid('rabin min must be greater than 16')
  const avg = labelled(parts[2] ?? '', 'avg', 'second label must be avg')
  const max = labelled(parts[3] ?? '', 'max', 'final label must be max')
  if (min >= avg) throw invalid('incorrect format: rabin-min must be smaller than rabin-avg')
  if (avg >= max) throw invalid('incorrect format: rabin-avg must be smaller than rabin-max')
  checkMax(max)
}

function labelled(text: string, label: string, complaint: string): number {
  const pieces = text.split(':')
  if (pieces.length > 1 && pieces[0] !== label) throw invalid(complaint)
  return parseInteger(pieces.at(-1) ?? '')
}

function checkMax(size: number): void {
  if (size <= MAX_CHUNK_BYTES) return
  throw invalid(`chunker parameters may not exceed the maximum chunk size of ${MAX_CHUNK_BYTES}`)
}

/** As Go's `strconv.Atoi` reads it. */
function parseInteger(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw invalid(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`)
  if (BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) {
    throw invalid(`strconv.Atoi: parsing ${JSON.stringify(text)}: value out of range`)
  }
  return Number(text)
}

function invalid(message: string): DomainError {
  return new DomainError('invalid-argument', message)
}
