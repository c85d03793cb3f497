import { formatPeerId } from '../../codec/cid/peer-id.ts'
import type { Bootstrap } from '../../config/peers/bootstrap.ts'
import { DomainError } from '../../errors.ts'
import type { Needable } from '../../node/create.ts'
import type { AbortOptions } from '../../ports/abort.ts'

type DefaultPeersOptions = Pick<Needable, 'network' | 'keys' | 'findDefaultPeer'>

/**
 * Adds the default bootstrap peers. No public peer is built in: in a page they are the node that serves it, and in
 * a deployment its own addresses, for the configuration of others. Throws `unsupported` where there is none, and
 * `unavailable` if the server of the page accepts no peers.
 */
export async function addDefaultPeers(
  { bootstrap, ...parts }: DefaultPeersOptions & { readonly bootstrap: Pick<Bootstrap, 'add'> },
  options: AbortOptions,
): Promise<string[]> {
  const peers = await defaultPeers(parts, options)
  if (peers.length > 0) return [...(await bootstrap.add(peers, options))]
  throw new DomainError(
    'unsupported',
    'Cannot add default bootstrap peers: this node has none; add peers by their addresses',
  )
}

async function defaultPeers(
  { network, keys, findDefaultPeer }: DefaultPeersOptions,
  options: AbortOptions,
): Promise<readonly string[]> {
  if (!network.isEnabled) return []
  if (findDefaultPeer) return [await findDefaultPeer(options)]
  const { peerId } = await keys.self(options)
  return network.addresses().map((address) => `${address}/p2p/${formatPeerId(peerId)}`)
}
