import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { attempt, DomainError } from '../../errors.ts'
import { parsePath } from '../../unixfs/dag/parse-path.ts'

/** A CID, also as a content path without names below it. Throws `invalid-argument`. */
export function cidArgument(text: string): CID {
  const cid = attempt(() => parseCid(text))
  if (cid) return cid
  const { rootText, names } = parsePath(text)
  if (names.length === 0) return parseCid(rootText)
  const reason = 'points below a root CID, expected a single CID'
  throw new DomainError('invalid-argument', `${JSON.stringify(text.slice(0, 200))} ${reason}`)
}
