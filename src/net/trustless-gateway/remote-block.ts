import type { CID } from '../../codec/cid/cid.ts'
import { verifyBlock } from '../../codec/cid/multihash.ts'
import { MAX_BLOCK_BYTES } from '../../codec/dag-pb/dag-pb.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import { type BoundedRequestOptions, boundedRequest, type RemoteOptions } from './bounded-request.ts'

export interface RemoteBlockOptions
  extends RemoteOptions,
    Pick<BoundedRequestOptions, 'maxMs' | 'maxTries' | 'init' | 'signal'> {
  /** Called with the size of an answer before it is verified. */
  readonly onBytes?: (sizeBytes: number) => void
}

/** Statuses of a gateway that does not have a block, or refuses it. */
const WITHHELD = [404, 410, 451]

/**
 * Reads one block of another node from its trustless gateway, and verifies it. `undefined` if the node reports that it
 * does not have the block, or refuses it. Throws `corrupt` for wrong bytes, `forbidden` for a host that may not be asked,
 * and `unavailable` if it is unknown whether the block exists. Spec: HTTP gateways, "Trustless Gateway", `format=raw`.
 */
export async function remoteBlock(
  origin: string,
  cid: CID,
  options: RemoteBlockOptions,
): Promise<Uint8Array | undefined> {
  const bytes = await download(new URL(`/ipfs/${cid}?format=raw`, origin), options)
  if (!bytes) return undefined
  options.onBytes?.(bytes.byteLength)
  await verified(origin, { cid, bytes })
  return bytes
}

async function download(url: URL, options: RemoteBlockOptions): Promise<Uint8Array | undefined> {
  try {
    const { status, bytes } = await boundedRequest(url, { ...options, maxBytes: MAX_BLOCK_BYTES })
    if (status === 200) return bytes
    if (WITHHELD.includes(status)) return undefined
    const state = `it answers ${status}. Wait, then try again`
    throw new DomainError('unavailable', `Cannot read "${url.origin}${url.pathname}": ${state}`)
  } catch (error) {
    if (!isDomainError(error, 'too-large')) throw error
    const text = `"${url.origin}" answers "${url.pathname}" with more than the ${MAX_BLOCK_BYTES} bytes of a block`
    throw new DomainError('corrupt', text, { cause: error })
  }
}

async function verified(
  origin: string,
  { cid, bytes }: { readonly cid: CID; readonly bytes: Uint8Array },
): Promise<void> {
  try {
    await verifyBlock(cid, bytes)
  } catch (cause) {
    if (!isDomainError(cause, 'corrupt')) throw cause
    throw new DomainError('corrupt', `"${origin}" answers block "${cid}" with other bytes`, { cause })
  }
}
