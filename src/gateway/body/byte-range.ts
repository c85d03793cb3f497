/** A range of a body: `offset` and `length` in bytes, completely inside the body. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/** Longer `Range` headers are ignored. */
const MAX_HEADER_CHARACTERS = 1024

/** Clients name the largest integer that they have for the end of a body. It is read as one beyond all sizes. */
const ONE_RANGE = /^(\d*)-(\d*)$/

/**
 * The ranges of `sizeBytes` that a `Range` header requests, in its order, without those outside.
 * `unsatisfiable` if all are outside. `undefined` means the whole body: no header, another unit, bad syntax, an
 * empty body, or ranges that are together longer than the body.
 *
 * Spec: RFC 9110, section 14.
 */
export function byteRanges(
  header: string | null,
  sizeBytes: number,
): readonly ByteRange[] | 'unsatisfiable' | undefined {
  if (header === null || header.length > MAX_HEADER_CHARACTERS || sizeBytes === 0) return undefined
  const [unit = '', list = ''] = header.split('=', 2)
  if (unit.trim().toLowerCase() !== 'bytes') return undefined
  const specs = list.split(',').map((spec) => spec.trim())
  const parsed = specs.filter((spec) => spec !== '').map((spec) => parseOne(spec, sizeBytes))
  if (parsed.length === 0 || parsed.includes('invalid')) return undefined
  const ranges = parsed.filter((range) => typeof range === 'object')
  if (ranges.length === 0) return 'unsatisfiable'
  const total = ranges.reduce((sum, { length }) => sum + length, 0)
  return total > sizeBytes ? undefined : ranges
}

/** The value of `Content-Range` for one range. */
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
