import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../../codec/dag-cbor/encode-dag-cbor.ts'
import { attempt } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore } from '../../ports/datastore.ts'
import { keyOf } from '../../state/keys.ts'

/** The addresses that this node had dialled and not closed when it was unloaded: a list of texts. */
const OPEN_ROW = keyOf('net/open')

/** More are not dialled again. */
const MAX_REMEMBERED = 32

/** The peers of the configuration, as addresses that end in a peer id. */
export interface ConfiguredPeers {
  /** Peers with which this node stays connected. */
  peering(options?: AbortOptions): Promise<readonly string[]>
  /** Peers to begin with. */
  bootstrap(options?: AbortOptions): Promise<readonly string[]>
}

/** The peers that this node dials without a call. */
export interface WantedPeers extends ConfiguredPeers {
  /** The addresses to which connections were open when the node was unloaded. */
  remembered(options?: AbortOptions): Promise<readonly string[]>
  remember(addresses: readonly string[], options?: AbortOptions): Promise<void>
}

export function wantedPeers(
  configured: ConfiguredPeers,
  datastore: Pick<Datastore, 'get' | 'batch'>,
): WantedPeers {
  return {
    ...configured,
    async remembered(options) {
      const row = await datastore.get(OPEN_ROW, options)
      const addresses = row && attempt(() => decodeDagCbor(row))
      return Array.isArray(addresses) ? addresses.map(String) : []
    },
    async remember(addresses, options) {
      const value = encodeDagCbor(addresses.slice(0, MAX_REMEMBERED))
      await datastore.batch([{ type: 'put', key: OPEN_ROW, value }], [], options)
    },
  }
}

/** True if the node is to have a peer without a call that needs one. */
export async function wantsPeers(wanted: WantedPeers, options?: AbortOptions): Promise<boolean> {
  const lists = [wanted.peering(options), wanted.bootstrap(options), wanted.remembered(options)]
  return (await Promise.all(lists)).some(({ length }) => length > 0)
}
