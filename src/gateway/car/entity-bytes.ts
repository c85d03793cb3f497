import { DomainError } from '../../errors.ts'

/** The parameter `entity-bytes=from:to`, both inclusive. Negative numbers count from the end of the file. */
export interface EntityBytes {
  readonly from: number
  /** Absent for `*`: the end of the file. */
  readonly to: number | undefined
}

/**
 * Matches numbers as long as those of 64 bits, since clients name the largest one for the end of a file. A number that is
 * not exact is beyond the size of every file.
 */
const BOUNDS = /^(-?\d{1,19}):(-?\d{1,19}|\*)$/

/**
 * Parses the parameter. Throws `invalid-argument` for any other text, and for a range that would end before its
 * start in a file of any size. Spec: trustless gateway specification, `entity-bytes`.
 */
export function readEntityBytes(text: string): EntityBytes {
  const [, first, last] = BOUNDS.exec(text) ?? []
  if (first === undefined || last === undefined) throw invalid('not a range "from:to"')
  const from = Number(first)
  const to = last === '*' ? undefined : Number(last)
  if (to !== undefined && isBefore(to, from)) throw invalid('it ends before it begins')
  return { from, to }
}

/**
 * The range as half-open offsets, limited to the size of the file. Empty when the file is empty, or so short
 * that the bounds meet.
 *
 * Throws `invalid-argument` for a range completely outside a file that is not empty.
 */
export function rangeInEntity(
  { from, to }: EntityBytes,
  sizeBytes: number,
): { readonly start: number; readonly end: number } {
  const start = from < 0 ? sizeBytes + from : from
  const last = to === undefined ? sizeBytes - 1 : to < 0 ? sizeBytes + to : to
  if (sizeBytes > 0 && (start >= sizeBytes || last < 0)) throw invalid('it lies outside the file')
  const cutStart = Math.max(0, start)
  return { start: cutStart, end: Math.max(cutStart, Math.min(sizeBytes, last + 1)) }
}

/** True if `to` is before `from` in a file of any size, which is known when both count from the same side. */
function isBefore(to: number, from: number): boolean {
  return to < from && to < 0 === from < 0
}

function invalid(reason: string): DomainError {
  return new DomainError('invalid-argument', `invalid entity-bytes parameter: ${reason}`)
}
