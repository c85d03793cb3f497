import type {
  MessageStream,
  MultiaddrConnection,
  StreamMuxer,
  StreamMuxerFactory,
  Upgrader,
  UpgraderWithoutEncryptionOptions,
} from '@libp2p/interface'
import { whenEnded } from '../when-ended.ts'
import { type ChannelMessages, createChannelMessages } from './channel-messages.ts'
import { asError, type ConnectionBounds, sum, tooMuch } from './connection-bounds.ts'
import { MAX_EARLY_STREAMS, MAX_INBOUND_STREAMS } from './limits.ts'

/** The part of `RTCDataChannel` that is used. */
type Channel = EventTarget & { readonly label: string }

/** The part of the package's muxer of WebRTC that is used: its connection, and channels that were opened before it. */
interface ChannelMuxerFactory extends StreamMuxerFactory {
  readonly peerConnection: EventTarget & { createDataChannel(...options: unknown[]): Channel }
  readonly earlyDataChannels: { readonly channel: Channel }[]
}

/** The channel with which a connection by a relay begins. */
const FIRST_CHANNEL = 'init'

/**
 * Bounds connections with a muxer of their own, which are those of WebRTC, like `guardMuxer` bounds the others. The
 * package collects a message of any announced length up to 4 MiB in each channel, and opens as many channels as the
 * browser permits.
 */
export function guardChannels(upgrader: Upgrader, bounds: ConnectionBounds): void {
  const inbound = upgrader.upgradeInbound.bind(upgrader)
  const outbound = upgrader.upgradeOutbound.bind(upgrader)
  const guarded = (options: UpgraderWithoutEncryptionOptions): UpgraderWithoutEncryptionOptions => {
    const { muxerFactory } = options
    if (!muxerFactory || !('peerConnection' in muxerFactory)) return options
    return { ...options, muxerFactory: guardFactory(muxerFactory as ChannelMuxerFactory, bounds) }
  }
  Object.assign(upgrader, {
    upgradeInbound: (connection: MultiaddrConnection, options: UpgraderWithoutEncryptionOptions) =>
      inbound(connection, guarded(options)),
    upgradeOutbound: (connection: MultiaddrConnection, options: UpgraderWithoutEncryptionOptions) =>
      outbound(connection, guarded(options)),
  })
}

/**
 * Guards the muxer that is made for a connection. The first channel is left to the peer that dials: the package's muxer
 * closes it too, and a peer that sees it closed before it knows that it is connected waits until its time is up.
 */
export function guardFactory(factory: ChannelMuxerFactory, bounds: ConnectionBounds): StreamMuxerFactory {
  const createStreamMuxer = (stream: MessageStream): StreamMuxer => {
    const { peerConnection, earlyDataChannels } = factory
    const channels = new Map<EventTarget, ChannelMessages>()
    let muxer: StreamMuxer | undefined
    const connection = bounds.add({
      unreadBytes: () =>
        sum([...channels.values()].map(({ partialBytes }) => partialBytes)) +
        sum(muxer?.streams.map(({ readBufferLength }) => readBufferLength) ?? []),
      abort: (error) => stream.abort(error),
    })
    const orAbort = (task: () => void) => {
      try {
        task()
      } catch (error) {
        stream.abort(asError(error))
      }
    }
    const watch = (channel: EventTarget) => {
      const messages = createChannelMessages()
      channels.set(channel, messages)
      channel.addEventListener('message', (event) =>
        orAbort(() => {
          messages.push(bytesOf(event))
          connection.arrive(bytesOf(event).byteLength)
        }),
      )
      channel.addEventListener('close', () => channels.delete(channel))
    }
    const countStreams = () => {
      connection.openStream()
      const inbound = muxer?.streams.filter(({ direction }) => direction === 'inbound') ?? []
      if (inbound.length >= MAX_INBOUND_STREAMS) throw tooMuch(`${MAX_INBOUND_STREAMS} streams`)
      const undecided = inbound.filter(({ protocol }) => protocol === '').length
      if (undecided >= MAX_EARLY_STREAMS) throw tooMuch(`${MAX_EARLY_STREAMS} streams without a protocol`)
    }
    const { createDataChannel } = peerConnection
    peerConnection.createDataChannel = (...options) => {
      const channel = createDataChannel.apply(peerConnection, options)
      watch(channel)
      return channel
    }
    let first: Channel | undefined
    const isFirst = (channel: Channel) => {
      if (channel.label === FIRST_CHANNEL) first ??= channel
      return channel === first
    }
    peerConnection.addEventListener('datachannel', (event) =>
      orAbort(() => {
        const channel = channelOf(event)
        if (isFirst(channel)) event.stopImmediatePropagation()
        watch(channel)
        countStreams()
      }),
    )
    for (const { channel } of earlyDataChannels) watch(channel)
    const others = earlyDataChannels.filter(({ channel }) => !isFirst(channel))
    earlyDataChannels.splice(0, earlyDataChannels.length, ...others)
    whenEnded(stream, () => {
      channels.clear()
      connection.close()
    })
    muxer = factory.createStreamMuxer(stream)
    return muxer
  }
  return Object.assign(Object.create(factory) as StreamMuxerFactory, { createStreamMuxer })
}

function channelOf(event: Event & { readonly channel?: Channel }): Channel {
  if (!event.channel) throw new TypeError('No channel was opened')
  return event.channel
}

/** Peers of this network send no text. */
function bytesOf(event: Event & { readonly data?: unknown }): Uint8Array {
  if (!(event.data instanceof ArrayBuffer)) throw tooMuch('0 characters of text')
  return new Uint8Array(event.data)
}
