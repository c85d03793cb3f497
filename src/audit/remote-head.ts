import { type CID, parseCid } from '../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { RemoteOptions } from '../net/trustless-gateway/bounded-request.ts'
import { type BoundedAnswer, boundedRequest } from '../net/trustless-gateway/bounded-request.ts'
import type { AbortOptions } from '../ports/abort.ts'

/** The start of an audit of another node. */
export interface RemoteHead {
  readonly root: CID
  /** The rollapp of the node's calendar, which may not exist yet. */
  readonly rollappId: string
}

/** Path of the ledger's query `head`; vendor and project may be any names. */
const HEAD_PATH = '/tidepool/ledger/rollapp/head'

const MAX_BYTES = 4096

/**
 * Reads the newest root of another node's ledger, which is public. Throws `unavailable` when the host does not
 * answer, or has no such ledger.
 */
export async function remoteHead(origin: string, options: RemoteOptions & AbortOptions): Promise<RemoteHead> {
  const head = readHead(await requestHead(new URL(HEAD_PATH, origin), options))
  if (head) return head
  throw noNode(origin, 'what answers there tells no root of a ledger')
}

async function requestHead(url: URL, options: RemoteOptions & AbortOptions): Promise<BoundedAnswer> {
  try {
    const answer = await boundedRequest(url, { ...options, maxBytes: MAX_BYTES })
    if (answer.status === 200) return answer
    throw noNode(url.origin, `it answers ${answer.status} where a node tells the root of its ledger`)
  } catch (error) {
    if (!isDomainError(error, 'too-large')) throw error
    throw noNode(url.origin, 'what answers there tells no root of a ledger')
  }
}

function readHead({ bytes }: BoundedAnswer): RemoteHead | undefined {
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof answer !== 'object' || answer === null) return undefined
    const root: unknown = Reflect.get(answer, 'root')
    const rollappId: unknown = Reflect.get(answer, 'rollappId')
    if (typeof root !== 'string' || typeof rollappId !== 'string') return undefined
    return { root: parseCid(root), rollappId: rollappId.slice(0, MAX_ID_LENGTH) }
  } catch (error) {
    if (error instanceof SyntaxError || isDomainError(error)) return undefined
    throw error
  }
}

const MAX_ID_LENGTH = 200

function noNode(origin: string, state: string): DomainError {
  return new DomainError(
    'unavailable',
    `Cannot audit "${origin}": ${state}. Check the address, then try again`,
  )
}
