import { type CoreNode, createNode } from '../../src/node/create.ts'
import { TAB_NODE, TAB_PEER_NODE } from '../../src/node/tab-node.ts'
import { type Call, createClient } from '../../src/rpc/client.ts'
import { loadOnce } from '../../src/state/load-once.ts'
import type { InterfaceStores } from './interface-stores.ts'
import type { TransportOptions } from './network/load-transports.ts'
import { createTabNetwork } from './network/tab-network.ts'
import type { Tunnel } from './open-tunnel.ts'
import { outbound } from './outbound.ts'
import { ownZone } from './own-zone.ts'
import type { StartPackWorker } from './packs/open-pack-files.ts'
import { openWebPorts } from './ports.ts'
import { STORAGE_NAME } from './storage-name.ts'
import { storedSettings } from './stored-settings.ts'
import { whileOpen } from './while-open.ts'

export { type Call, RpcError } from '../../src/rpc/client.ts'
export type { InterfaceStores } from './interface-stores.ts'
export { keepingAlive } from './keep-alive.ts'
export type { Tunnel } from './open-tunnel.ts'

export interface TabNodeOptions {
  /** Name of a separate storage. Default: the storage that is shared with the service worker. */
  readonly name?: string
  /**
   * Connects this browser to peers: to those of `bootstrap/list`, to those that a call dials, and to browsers that
   * reach it through one of them. Of all tabs with this option over one storage, one runs the peer, and all of them
   * and the service worker use it. Default: false.
   */
  readonly network?: boolean | TabNetworkOptions
}

/** How a tab reaches peers. */
export interface TabNetworkOptions extends TransportOptions {}

/** A node in this tab. Calls run in the tab itself: no request leaves the page. */
export interface TabNode extends CoreNode {
  /** Calls any command of the RPC API, with the types of `createClient` of `tidepool/client`. */
  readonly call: Call
  /**
   * Answers a request as the service worker would: the RPC API below `/api/v0`, content below `/ipfs`, the
   * calendar below `/cal/events/v1`. A relative URL refers to the page's origin. The first call loads the code.
   */
  fetch(target: string | URL | Request, init?: RequestInit): Promise<Response>
  /**
   * Connects with the service of a peer behind a path of `p2p/forward`, such as `chat` for `/tunnels/chat`, also from a tab
   * that does not run the peer. Throws `not-found` for an unregistered path, and `unavailable`.
   */
  openTunnel(name: string): Promise<Tunnel>
  /** Closes the connections of this tab to peers. Another tab with the option `network` opens its own. */
  leaveNetwork(): Promise<void>
}

/**
 * Starts a node in this tab. It shares its storage with the service worker of the origin and with other tabs.
 *
 * If the storage is closed, because it was cleared or deleted, calls that are under way throw `unavailable`, and the next
 * one by `fetch`, `call` or `openTunnel` opens the storage again. Services that were taken from the node before throw
 * `unavailable` from then on.
 *
 * Throws `unavailable` when the browser refuses storage, and in a page that was loaded without HTTPS, except at localhost.
 */
export async function createTabNode({
  name = STORAGE_NAME,
  network = false,
}: TabNodeOptions = {}): Promise<TabNode> {
  let hasLeft = false
  const opened = whileOpen(async (onClosed) => {
    const tab = await openTab({ name, network }, onClosed)
    if (hasLeft) await tab.leaveNetwork()
    return tab
  })
  const { node } = await opened()
  const fetch: TabNode['fetch'] = async (target, init) => (await opened()).fetch(target, init)
  return {
    ...node,
    call: createClient({ fetch }),
    fetch,
    openTunnel: async (name) => (await import('./open-tunnel.ts')).openTunnel(name, fetch),
    async leaveNetwork() {
      hasLeft = true
      await (await opened()).leaveNetwork()
    },
  }
}

interface OpenTab extends Pick<TabNode, 'fetch' | 'leaveNetwork'> {
  readonly node: CoreNode
}

/** Starts the node over a storage. Once that is closed, another tab may run the peer. */
async function openTab({ name, network }: Required<TabNodeOptions>, onClosed: () => void): Promise<OpenTab> {
  const tabNetwork = network ? createTabNetwork(name, network === true ? {} : network) : undefined
  const leaveNetwork = async () => tabNetwork?.leave()
  const opened = await openWebPorts({
    name,
    outbound: outbound({ ownOrigin: location.origin }),
    startPackWorker: loadPackWorker,
    onClosed() {
      onClosed()
      void leaveNetwork()
    },
  })
  const ports = { ...opened, ...tabNetwork?.ports }
  const node = await createNode(ports, {
    parts: tabNetwork ? TAB_PEER_NODE : TAB_NODE,
    repoPath: `indexeddb:${name}`,
    system: 'browser/tab',
    siteZone: ownZone(),
    ...(tabNetwork && { network: tabNetwork.settings }),
    ...(await storedSettings(ports)),
  })
  const fetch = lazyFetch(node)
  tabNetwork?.joinElection({ ...node, fetch })
  return { node, fetch, leaveNetwork }
}

/**
 * Opens a storage of this browser for another application of the network, such as Helia, as `interface-blockstore`
 * and `interface-datastore`. Give it a name that no node uses: garbage collection of a node would remove its blocks.
 * Throws `unavailable` when the browser refuses storage, and in a page that was loaded without HTTPS, except at localhost.
 */
export async function openInterfaceStores(options: { readonly name: string }): Promise<InterfaceStores> {
  const { interfaceStores } = await import('./interface-stores.ts')
  return interfaceStores(await openWebPorts(options))
}

const loadPackWorker: StartPackWorker = async (folder) =>
  (await import('./packs/pack-worker.ts')).startPackWorker(folder)

/**
 * Loads the surfaces at the first call. They are more than half as much code again, which callers of the services alone
 * never need.
 */
function lazyFetch(node: CoreNode): TabNode['fetch'] {
  const loaded = loadOnce(async () => {
    const app = import('./tab-app.ts')
    // Now, because the request would wait behind the hashes of an add. Who needs the worker meets a failure.
    import('./packs/pack-worker.ts').catch(() => undefined)
    return (await app).tabApp(node)
  })
  return async (target, init) => {
    const fetch = await loaded()
    // As it is: a copy would lose a body that was set on it.
    if (target instanceof Request && !init) return fetch(target)
    const request = target instanceof Request ? target : new URL(target, location.origin)
    return fetch(new Request(request, init))
  }
}
