import { formatMultiaddr, parseMultiaddr } from '../../codec/multiaddr.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { loadOnce } from '../../state/load-once.ts'
import type { RunningPeer } from '../network.ts'
import type { CloseOptions, Forwarding, ForwardingListener } from './forwarding.ts'
import type { ListenerRowsOptions, StoredListener } from './listener-rows.ts'
import { createServedProtocols, type ServedProtocolsOptions } from './served-protocols.ts'
import { createStreamRegistry } from './stream-registry.ts'
import { createTunnelPaths } from './tunnel-paths.ts'

export interface ForwardingOptions extends Omit<ServedProtocolsOptions, 'streams'>, ListenerRowsOptions {
  /** True if the owner permits forwarding. */
  readonly isEnabled: (options: AbortOptions) => Promise<boolean>
  /** Calls `apply` when settings have changed. */
  readonly onSettingsChange: (apply: () => Promise<void>) => void
}

/** Each is a few hundred bytes, in memory and in the Datastore, and a line of `p2p/ls`. */
const MAX_LISTENERS = 256

/** Maximum length of a protocol: a message that selects one has at most 1,024 bytes. Spec: multistream-select. */
const MAX_PROTOCOL_CHARACTERS = 512

/**
 * {@link Forwarding} whose listeners outlast a restart, other than those of the reference: a host unloads a node that is
 * idle. They accept connections again when the peer starts, or as soon as forwarding is permitted. While it is not, they
 * are kept and accept none.
 */
export function createForwarding({ isEnabled, onSettingsChange, ...options }: ForwardingOptions): Forwarding {
  const { network, clock, peerId } = options
  const rows = loadOnce(async () => (await import('./listener-rows.ts')).createListenerRows(options))
  const assertPermitted = async (abort: AbortOptions) => {
    if (await isEnabled(abort)) return
    // Also here, because another process of this node may have changed the setting.
    streams.close('all')
    throw new DomainError('failed-precondition', 'libp2p stream mounting not enabled')
  }
  const streams = createStreamRegistry({ assertPermitted })
  const served = createServedProtocols({ ...options, streams })
  const paths = createTunnelPaths({ network, clock, streams })
  const restore = loadOnce(async () => {
    for await (const { kind, listener } of (await rows()).read()) {
      if (kind === 'served') served.restore(listener)
      else paths.restore(listener)
    }
  })
  const serveAll = async (peer: RunningPeer | undefined) => {
    await restore()
    if (peer) await served.handleAll(peer)
  }
  network.extend(async (peer) => {
    if (await isEnabled({})) await serveAll(peer)
    return async () => streams.close('all')
  })
  onSettingsChange(async () => {
    if (!network.running && streams.list().length === 0) return
    if (await isEnabled({})) await serveAll(network.running)
    else streams.close('all')
  })

  const assertEnabled = async (abort: AbortOptions = {}) => {
    await assertPermitted(abort)
    // The peer may have started before forwarding was permitted.
    await serveAll(network.running)
  }
  const assertRoom = () => {
    if (served.list().length + paths.list().length < MAX_LISTENERS) return
    throw new DomainError('unavailable', `Cannot add listener: there are ${MAX_LISTENERS} already`)
  }
  return {
    async listen({ protocol, targetAddress, reportsPeerId, allowsAnyProtocol, signal }) {
      await assertEnabled({ signal })
      const { parseTarget } = await import('./forwarding-address.ts')
      const target = parseTarget(targetAddress)
      assertProtocol(protocol, allowsAnyProtocol)
      assertRoom()
      const addresses = { listenAddress: `/p2p/${peerId}`, targetAddress: target.text }
      const listener = { protocol, target, reportsPeerId, ...addresses }
      const keep = async () => (await rows()).put({ kind: 'served', listener }, { signal })
      await served.add(listener, { keep, signal })
    },
    async forward({ protocol, listenAddress, targetAddress, allowsAnyProtocol, signal }) {
      await assertEnabled({ signal })
      const { parseListenAddress, parsePeerTarget } = await import('./forwarding-address.ts')
      parseMultiaddr(listenAddress)
      const peer = parsePeerTarget(targetAddress)
      assertProtocol(protocol, allowsAnyProtocol)
      const { name, text } = parseListenAddress(listenAddress)
      assertRoom()
      const addresses = { listenAddress: text, targetAddress: `/p2p/${peer.peerId}` }
      const listener = { name, peer, protocol, ...addresses }
      await paths.add(listener, async () => (await rows()).put({ kind: 'path', listener }, { signal }))
    },
    async listeners(abort) {
      await assertEnabled(abort)
      return [...paths.list(), ...served.list()]
    },
    async close({ signal, ...filter }) {
      await assertEnabled({ signal })
      const { protocol, listenAddress, targetAddress } = parseFilter(filter)
      const isMatch = (listener: ForwardingListener) =>
        (protocol ?? listener.protocol) === listener.protocol &&
        (listenAddress ?? listener.listenAddress) === listener.listenAddress &&
        (targetAddress ?? listener.targetAddress) === listener.targetAddress
      const gone: readonly StoredListener[] = [
        ...paths.list().map((listener) => ({ kind: 'path' as const, listener })),
        ...served.list().map((listener) => ({ kind: 'served' as const, listener })),
      ].filter(({ listener }) => isMatch(listener))
      if (gone.length > 0) await (await rows()).delete(gone, { signal })
      for (const { kind, listener } of gone) {
        if (kind === 'path') paths.remove(listener)
        else await served.remove(listener)
      }
      return gone.length
    },
    async streams(abort) {
      await assertEnabled(abort)
      return streams.list()
    },
    async closeStream({ isAll, id, signal }) {
      await assertEnabled({ signal })
      streams.close(isAll ? 'all' : parseStreamId(id))
    },
    async assertTunnel(name, abort = {}) {
      await assertEnabled(abort)
      paths.find(name)
      streams.assertRoom()
    },
    tunnel: paths.connect,
  }
}

function assertProtocol(protocol: string, allowsAnyProtocol: boolean): void {
  if (!allowsAnyProtocol && !protocol.startsWith('/x/')) {
    throw new DomainError('invalid-argument', "protocol name must be within '/x/' namespace")
  }
  const isName = protocol.length <= MAX_PROTOCOL_CHARACTERS && /^[\x21-\x7e]+$/.test(protocol)
  if (isName) return
  const limit = `up to ${MAX_PROTOCOL_CHARACTERS} printable characters of ASCII`
  throw new DomainError('invalid-argument', `Cannot use protocol: its name is not one of ${limit}`)
}

/** The values to match, with addresses in the spelling of listeners. */
function parseFilter({ isAll, protocol, ...addresses }: CloseOptions): Partial<ForwardingListener> {
  const respelled = (address: string | undefined) =>
    address === undefined ? undefined : formatMultiaddr(parseMultiaddr(address))
  const listenAddress = respelled(addresses.listenAddress)
  const targetAddress = respelled(addresses.targetAddress)
  const filters = Object.entries({ protocol, listenAddress, targetAddress }).filter(
    ([, value]) => value !== undefined,
  )
  if (!isAll && filters.length === 0) throw new DomainError('invalid-argument', 'no matching options given')
  if (isAll && filters.length > 0) {
    throw new DomainError('invalid-argument', "can't combine --all with other matching options")
  }
  return Object.fromEntries(filters)
}

const MAX_UINT64 = 2n ** 64n - 1n

function parseStreamId(text: string | undefined): number {
  if (text === undefined) throw new DomainError('invalid-argument', 'no id specified')
  const refused = (reason: string) =>
    new DomainError(
      'invalid-argument',
      `strconv.ParseUint: parsing ${JSON.stringify(text.slice(0, 100))}: ${reason}`,
    )
  if (!/^\d+$/.test(text)) throw refused('invalid syntax')
  if (text.length > 100 || BigInt(text) > MAX_UINT64) throw refused('value out of range')
  return Number(text)
}
