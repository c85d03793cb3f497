import type { Bootstrap } from '../../config/peers/bootstrap.ts'
import { DomainError } from '../../errors.ts'
import type { Network } from '../../net/network.ts'
import type { HostBindings } from '../../node/host-bindings.ts'
import type { AbortOptions } from '../../ports/abort.ts'

interface AddDefaultPeers {
  readonly bootstrap: Pick<Bootstrap, 'add'>
  readonly network: Pick<Network, 'isEnabled'>
  readonly findDefaultPeer: HostBindings['findDefaultPeer']
}

/**
 * Adds the default bootstrap peers: in a page, the node that serves it. No public peer is built in. Throws
 * `unsupported` where there is none, and `unavailable` if it accepts no peers.
 */
export async function addDefaultPeers(
  { bootstrap, network, findDefaultPeer }: AddDefaultPeers,
  { signal }: AbortOptions,
): Promise<string[]> {
  if (!network.isEnabled || !findDefaultPeer) {
    throw new DomainError(
      'unsupported',
      'Cannot add default bootstrap peers: this node has none; add peers by their addresses',
    )
  }
  return [...(await bootstrap.add([await findDefaultPeer({ signal })], { signal }))]
}
