import { ledgerError } from '../errors.ts'

const PATTERN = /^[a-z]+_([1-9][0-9]*)-[1-9][0-9]*$/
const MAX_BYTES = 50
/** Including surrounding spaces. */
const MAX_GIVEN = 200
const MAX_EIP155 = 0xffff_ffff_ffff_ffffn

export interface RollappId {
  /** The id without surrounding spaces. */
  readonly id: string
  /** The number in the id. It is unique among rollapps, and so the key of the rollapp. */
  readonly eip155: bigint
}

/** Parses a rollapp id; `undefined` for an invalid one, so that a lookup finds no rollapp. */
export function parseRollappId(text: string): RollappId | undefined {
  const id = text.length <= MAX_GIVEN ? text.replace(/^ +/, '').replace(/ +$/, '') : text
  const digits = id.length <= MAX_BYTES ? PATTERN.exec(id)?.[1] : undefined
  if (digits === undefined) return undefined
  const eip155 = BigInt(digits)
  return eip155 <= MAX_EIP155 ? { id, eip155 } : undefined
}

/** Parses the id of a new rollapp. Throws `invalid-argument` (1020) for an invalid one. */
export function checkRollappId(text: string): RollappId {
  const parsed = parseRollappId(text)
  if (parsed) return parsed
  throw ledgerError('badId', `Cannot take rollapp id "${text.slice(0, 80)}": expected name_EIP155-revision`)
}
