import { DomainError } from '../../errors.ts'
import { buzhashBoundary } from './buzhash-boundary.ts'
import { contentDefinedChunks } from './content-defined-chunks.ts'
import { fixedChunks } from './fixed-chunks.ts'
import { RABIN_WINDOW_BYTES, type RabinSizes, rabinBoundary } from './rabin-boundary.ts'

/** Cuts a stream into chunks. No chunk is empty; an empty file has none. */
export type Chunker = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

const DEFAULT_CHUNK_BYTES = 262_144

/**
 * 2 MiB, the largest block that peers exchange, less 256 bytes for the node around a chunk. Spec gap: the
 * document names no limit; the number and its text are those of the reference implementation 0.44 (0.9: 1 MiB).
 */
const MAX_CHUNK_BYTES = 2_096_896

/**
 * Parses a chunker option: empty or `default`, `size-N`, `rabin`, `rabin-N`, `rabin-min-avg-max` or `buzhash`. As in
 * the reference implementation, the name ends at the first dash, and `buzhash` ignores what follows it.
 *
 * Throws `invalid-argument`, with the reference implementation's text, for anything else. Spec: RPC document,
 * `/add`, option `chunker`.
 */
export function parseChunker(text: string): Chunker {
  if (text === '' || text === 'default') return bySize(DEFAULT_CHUNK_BYTES)
  const [name, ...parameters] = text.split('-')
  if (name === 'size') return bySize(parseSize(parameters))
  if (name === 'rabin') {
    const rule = rabinBoundary(parseRabin(parameters))
    return (source) => contentDefinedChunks(source, rule)
  }
  if (name === 'buzhash') return (source) => contentDefinedChunks(source, buzhashBoundary)
  throw invalid(`unrecognized chunker option: ${text}`)
}

function bySize(sizeBytes: number): Chunker {
  return (source) => fixedChunks(source, sizeBytes)
}

function parseSize([text, ...others]: readonly string[]): number {
  if (text === undefined || others.length > 0) {
    throw invalid('incorrect chunker string format (expected size-{size})')
  }
  const size = parseInteger(text)
  if (size <= 0) throw invalid('chunker size must be greater than 0')
  checkMax(size)
  return size
}

function parseRabin(parameters: readonly string[]): RabinSizes {
  const [first, second, third] = parameters
  if (first === undefined) return aroundAverage(DEFAULT_CHUNK_BYTES)
  if (second === undefined) return aroundAverage(parseInteger(first))
  if (third === undefined || parameters.length > 3) {
    throw invalid("incorrect format (expected 'rabin' 'rabin-[avg]' or 'rabin-[min]-[avg]-[max]')")
  }
  const min = labelled(first, 'min', 'first label must be min')
  checkMin(min)
  const avg = labelled(second, 'avg', 'second label must be avg')
  const max = labelled(third, 'max', 'final label must be max')
  if (min >= avg) throw invalid('incorrect format: rabin-min must be smaller than rabin-avg')
  if (avg >= max) throw invalid('incorrect format: rabin-avg must be smaller than rabin-max')
  checkMax(max)
  return { minBytes: min, averageBytes: avg, maxBytes: max }
}

/**
 * Spec gap: an average below 48 gives a minimum below the window size, with which the reference implementation
 * fails.
 */
function aroundAverage(average: number): RabinSizes {
  const sizes = {
    minBytes: Math.trunc(average / 3),
    averageBytes: average,
    maxBytes: average + Math.trunc(average / 2),
  }
  checkMax(sizes.maxBytes)
  checkMin(sizes.minBytes)
  return sizes
}

function labelled(text: string, label: string, complaint: string): number {
  const pieces = text.split(':')
  if (pieces.length > 1 && pieces[0] !== label) throw invalid(complaint)
  return parseInteger(pieces.at(-1) ?? '')
}

function checkMin(size: number): void {
  if (size < RABIN_WINDOW_BYTES) throw invalid('rabin min must be greater than 16')
}

function checkMax(size: number): void {
  if (size <= MAX_CHUNK_BYTES) return
  throw invalid(`chunker parameters may not exceed the maximum chunk size of ${MAX_CHUNK_BYTES}`)
}

/** Parses an integer like Go's `strconv.Atoi`. */
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
