import type { Connection, Stream } from '@libp2p/interface'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { SocketTargets } from '../../ports/socket-targets.ts'
import { withTimeLimit } from '../../streams/with-time-limit.ts'
import type { Network, RunningPeer } from '../network.ts'
import { type ForwardingListener, registered } from './forwarding.ts'
import type { TargetAddress } from './forwarding-address.ts'
import { MAX_STREAMS, type StreamRegistry } from './stream-registry.ts'

export interface ServedProtocolsOptions {
  readonly network: Network
  /** Absent on a host that opens no sockets. */
  readonly targets?: SocketTargets | undefined
  readonly streams: StreamRegistry
  readonly clock: Pick<Clock, 'sleep'>
  readonly logger: Logger
}

export interface ServedProtocol extends ForwardingListener {
  readonly target: TargetAddress
  /** Sends the id of the peer and a line feed to the target first. */
  readonly reportsPeerId: boolean
}

/** Protocols of this node whose streams are forwarded to targets. */
export interface ServedProtocols {
  list(): readonly ServedProtocol[]
  /** Takes one from an earlier run of this node, for {@link ServedProtocols.handleAll}. */
  restore(served: ServedProtocol): void
  /** Handles the streams of all protocols that are not handled yet. Logs those that the node itself serves by now. */
  handleAll(peer: RunningPeer): Promise<void>
  /**
   * Starts the peer, and calls `keep` when the protocol is handled. Throws `already-exists` for a protocol that the node
   * itself or a listener serves, `forbidden`, `unsupported`, and what `keep` throws: it is not served then.
   */
  add(served: ServedProtocol, options: AbortOptions & { readonly keep: () => Promise<void> }): Promise<void>
  /** Open connections continue. */
  remove(served: ServedProtocol): Promise<void>
}

const CONNECT_MS = 10_000

/** For each connection of a peer, where libp2p permits 32. One more than may be open, so that its refusal is logged. */
const MAX_INBOUND_STREAMS = MAX_STREAMS + 1

const ENCODER = new TextEncoder()

export function createServedProtocols(options: ServedProtocolsOptions): ServedProtocols {
  const { network, targets, streams, clock, logger } = options
  const held = new Map<string, ServedProtocol>()
  /** The held protocols that a peer was asked to handle: false for those of the node itself. */
  const asked = new WeakMap<RunningPeer, Map<string, boolean>>()

  const permittedTargets = ({ text, url }: TargetAddress): SocketTargets => {
    if (!targets)
      throw new DomainError('unsupported', `Cannot forward to "${text}": this host opens no sockets`)
    const refusal = targets.refusal(url)
    if (refusal === undefined) return targets
    throw new DomainError('forbidden', `Cannot forward to "${text}": ${refusal}`)
  }
  const serve = async (served: ServedProtocol, stream: Stream, { remotePeer }: Connection): Promise<void> => {
    const { protocol, target, targetAddress, reportsPeerId } = served
    const openEnds = async ({ signal }: AbortOptions) => {
      const late = new AbortController()
      const connect = () => permittedTargets(target).connect(target.url, { signal: late.signal })
      const socket = await withTimeLimit(connect, { clock, late, maxMs: CONNECT_MS, signal })
      const head = reportsPeerId ? ENCODER.encode(`${remotePeer}\n`) : undefined
      return { stream, socket, clock, head }
    }
    try {
      await streams.run({ protocol, originAddress: `/p2p/${remotePeer}`, targetAddress }, openEnds)
    } catch (error) {
      logger.log('warn', 'net', 'Cannot forward stream of a peer', { protocol, target: targetAddress, error })
      stream.abort(new Error('The target cannot be reached'))
    }
  }
  const handle = async (peer: RunningPeer, served: ServedProtocol) => {
    const { protocol, targetAddress } = served
    const known = asked.get(peer) ?? new Map<string, boolean>()
    asked.set(peer, known)
    if (known.has(protocol)) return
    const isFree = !peer.libp2p.getProtocols().includes(protocol)
    known.set(protocol, isFree)
    if (!isFree) {
      logger.log('warn', 'net', 'Cannot forward protocol of this node', { protocol, target: targetAddress })
      return
    }
    await peer.libp2p.handle(protocol, (stream, connection) => serve(served, stream, connection), {
      maxInboundStreams: MAX_INBOUND_STREAMS,
    })
  }
  const remove = async (protocol: string) => {
    held.delete(protocol)
    const peer = network.running
    const known = peer && asked.get(peer)
    const isHandled = known?.get(protocol)
    known?.delete(protocol)
    if (isHandled) await peer?.libp2p.unhandle(protocol)
  }

  return {
    list: () => [...held.values()],
    restore: (served) => void held.set(served.protocol, served),
    async handleAll(peer) {
      for (const served of held.values()) await handle(peer, served)
    },
    async add(served, { keep, signal }) {
      const { protocol, target } = served
      permittedTargets(target)
      const peer = await network.peer({ signal })
      if (held.has(protocol) || peer.libp2p.getProtocols().includes(protocol)) throw registered()
      held.set(protocol, served)
      try {
        await handle(peer, served)
        await keep()
      } catch (error) {
        await remove(protocol)
        throw error
      }
    },
    remove: ({ protocol }) => remove(protocol),
  }
}
