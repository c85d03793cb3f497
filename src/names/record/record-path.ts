import { decodeCid } from '../../codec/cid/cid-bytes.ts'
import { attempt, DomainError } from '../../errors.ts'
import { parsePath } from '../../unixfs/dag/parse-path.ts'
import type { NameRecord } from './name-record.ts'

/** The path that the reference reads in an empty value: that of no bytes. */
const NOTHING = '/ipfs/bafkqaaa'

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const SLASH = 0x2f

/**
 * The content path to which a record leads. Throws `corrupt` for a value that is none. Spec: IPNS record, "Value";
 * its reference implementation, for values that are empty or a binary CID.
 */
export function recordPath({ value }: NameRecord): string {
  if (value.byteLength === 0) return NOTHING
  const path = value[0] === SLASH ? textOf(value) : cidPath(value)
  if (path !== undefined && attempt(() => parsePath(path))) return path
  throw new DomainError('corrupt', 'value is not a valid content path')
}

function textOf(value: Uint8Array): string | undefined {
  try {
    return UTF8.decode(value)
  } catch {
    return undefined
  }
}

function cidPath(value: Uint8Array): string | undefined {
  const cid = attempt(() => decodeCid(value))
  return cid && `/ipfs/${cid}`
}
