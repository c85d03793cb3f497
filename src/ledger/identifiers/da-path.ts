import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { ledgerError } from '../errors.ts'

/** The content path in a `DAPath`. */
export interface ContentPath {
  readonly cid: CID
  /** Path below the root, without a slash at its ends; empty for the root itself. */
  readonly path: string
}

const SCHEME = 'cas|'
const SLASHED = /^\/(?:cas|ipfs)\/([^/]*)(?:\/(.*))?$/s

/**
 * Parses `cas|<cid>`, `cas|<cid>|<relative/path>`, `/cas/<cid>/<path>` and `/ipfs/<cid>/<path>`. `undefined` for
 * any other text, also the empty one: the ledger does not interpret these.
 *
 * Throws `invalid-argument` (3001) for an invalid path in one of these forms: an empty part, an invalid CID, or
 * after `cas|` a CID that is not version 1 in lower-case base32. Spec gap: the document leaves the scheme open.
 */
export function parseContentPath(daPath: string): ContentPath | undefined {
  if (daPath.startsWith(SCHEME)) {
    const [text = '', path, ...rest] = daPath.slice(SCHEME.length).split('|')
    const cid = cidOf(text, daPath)
    if (cid.version !== 1 || cid.toString() !== text) throw bad(daPath, 'not a CIDv1 in base32')
    if (path === '' || rest.length > 0) throw bad(daPath, 'too many parts, or an empty one')
    if (path?.split('/').includes('')) throw bad(daPath, 'an empty segment')
    return { cid, path: path ?? '' }
  }
  const [, text, path = ''] = SLASHED.exec(daPath) ?? []
  if (text === undefined) return undefined
  return { cid: cidOf(text, daPath), path: path.split('/').filter(Boolean).join('/') }
}

function cidOf(text: string, daPath: string): CID {
  try {
    return parseCid(text)
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw bad(daPath, cause.message, cause)
  }
}

function bad(daPath: string, why: string, cause?: unknown): Error {
  return ledgerError('badPath', `Cannot take DAPath "${daPath.slice(0, 200)}": ${why}`, { cause })
}
