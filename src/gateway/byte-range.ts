/** Part of a body: `offset` and `length` in bytes; both ends lie inside the body. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/** Longest `Range` header that is read; a longer one is ignored. */
const MAX_HEADER_CHARACTERS = 1024

const ONE_RANGE = /^(\d{0,15})-(\d{0,15})$/

/**
 * The part of `sizeBytes` that a `Range` header asks for: the first satisfiable one of several, which the
 * standard allows. `undefined` means the whole body: no header, another unit, bad syntax, or an empty body;
 * `unsatisfiable` that no part lies inside.
 *
 * Spec: RFC 9110, section 14.
 */
export function byteRange(header: string | null, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  if (header === null || header.length > MAX_HEADER_CHARACTERS || sizeBytes === 0) return undefined
  const [unit = '', list = ''] = header.split('=', 2)
  if (unit.trim().toLowerCase() !== 'bytes') return undefined
  const specs = list.split(',').map((spec) => spec.trim())
  const ranges = specs.filter((spec) => spec !== '').map((spec) => parseOne(spec, sizeBytes))
  if (ranges.length === 0 || ranges.includes('invalid')) return undefined
  return ranges.find((range) => typeof range === 'object') ?? 'unsatisfiable'
}

/** The value of `Content-Range` for one part. */
export function contentRange({ offset, length }: ByteRange, sizeBytes: number): string {
  return `bytes ${offset}-${offset + length - 1}/${sizeBytes}`
}

function parseOne(spec: string, sizeBytes: number): ByteRange | 'unsatisfiable' | 'invalid' {
  const [, first = '', last = ''] = ONE_RANGE.exec(spec) ?? []
  if (first === '' && last === '') return 'invalid'
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { offset: sizeBytes - length, length }
  }
  const offset = Number(first)
  if (last !== '' && Number(last) < offset) return 'invalid'
  if (offset >= sizeBytes) return 'unsatisfiable'
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  return { offset, length: end - offset + 1 }
}
