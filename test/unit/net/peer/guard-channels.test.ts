import type { MessageStream, StreamMuxerFactory } from '@libp2p/interface'
import { describe, expect, it } from 'vitest'
import { fixedClock } from '../../../../src/memory/fixed-clock.ts'
import { createConnectionBounds } from '../../../../src/net/peer/connection-bounds.ts'
import { guardFactory } from '../../../../src/net/peer/guard-channels.ts'

const KIB = 1024
const MIB = 1024 * KIB

interface FakeStream {
  readonly direction: string
  protocol: string
  readBufferLength: number
}

type Factory = Parameters<typeof guardFactory>[0]
type Opened = Factory['earlyDataChannels'][number]

/** A channel of a peer, which sends what the test says. */
function channelOfPeer(label = '') {
  const channel = Object.assign(new EventTarget(), { label })
  const receive = (data: unknown) => channel.dispatchEvent(Object.assign(new Event('message'), { data }))
  return { channel, receive, send: (...bytes: readonly number[]) => receive(Uint8Array.from(bytes).buffer) }
}

/** Connections of WebRTC of one node, whose streams are as the test says. */
function guarded() {
  const bounds = createConnectionBounds(fixedClock())
  const connect = (earlyLabel = '') => {
    const reasons: string[] = []
    const streams: FakeStream[] = []
    /** The labels of the channels that the muxer gets. */
    const muxed: string[] = []
    const early = channelOfPeer(earlyLabel)
    const own = channelOfPeer()
    const peerConnection = Object.assign(new EventTarget(), { createDataChannel: () => own.channel })
    const factory = {
      protocol: '/webrtc',
      peerConnection,
      earlyDataChannels: [early],
      createStreamMuxer() {
        const take = ({ channel }: Opened) => muxed.push(channel.label)
        for (const opened of factory.earlyDataChannels) take(opened)
        peerConnection.addEventListener('datachannel', (event) => take(event as Event & Opened))
        return { streams }
      },
    } as unknown as StreamMuxerFactory & Factory
    const stream = Object.assign(new EventTarget(), {
      status: 'open',
      abort(error: Error) {
        reasons.push(error.message)
        stream.dispatchEvent(new Event('close'))
      },
    })
    guardFactory(factory, bounds).createStreamMuxer(stream as unknown as MessageStream)
    /** The peer opens a channel, which has no protocol yet. */
    const open = (label?: string) => {
      const opened = channelOfPeer(label)
      const { channel } = opened
      peerConnection.dispatchEvent(Object.assign(new Event('datachannel'), { channel }))
      const undecided = { direction: 'inbound', protocol: '', readBufferLength: 0 }
      streams.push(undecided)
      return { ...opened, stream: undecided }
    }
    peerConnection.createDataChannel()
    return { reasons, open, early, own, muxed }
  }
  return { connect }
}

/** The first bytes of a message of 60,000 bytes, of which so many are sent. */
const partOf60000 = (sizeBytes: number) => {
  const bytes = new Uint8Array(sizeBytes)
  bytes.set([0xe0, 0xd4, 0x03])
  return bytes.buffer
}

const TOO_LONG = [0x81, 0x80, 0x04]

describe('a connection of WebRTC', () => {
  it('may send messages of 64 KiB in pieces of any size, and 512 streams', () => {
    const { reasons, open } = guarded().connect()
    for (let at = 0; at < 511; at += 1) open().stream.protocol = '/a'
    const { send, receive } = open()

    send(0x80)
    send(0x80)
    send(0x04)
    receive(new Uint8Array(64 * KIB - 1).buffer)
    send(7, 2, 1, 1, 0, 1, 9)

    expect(reasons).toEqual([])
  })

  it.each([
    ['a channel that it has opened', 'open'],
    ['a channel that it opened before the muxer was there', 'early'],
    ['a channel that this node has opened', 'own'],
  ] as const)('ends when it announces a message over 64 KiB in %s', (_, kind) => {
    const connection = guarded().connect()
    const { send } = kind === 'open' ? connection.open() : connection[kind]

    for (const byte of TOO_LONG) send(byte)

    expect(connection.reasons[0]).toBe(
      'Cannot go on with connection: the peer sent over 65536 bytes in a message',
    )
  })

  it('leaves the channel with which it began to the peer that dialled, and no other of that name', () => {
    const { connect } = guarded()
    const [before, after] = [connect('init'), connect('early')]

    for (const { open } of [before, after]) for (const label of ['init', '', 'init']) open(label)

    expect(before.muxed).toEqual(['init', '', 'init'])
    expect(after.muxed).toEqual(['early', '', 'init'])
    expect([...before.reasons, ...after.reasons]).toEqual([])
  })

  it('ends when it sends text', () => {
    const { reasons, open } = guarded().connect()

    open().receive('text')

    expect(reasons).toHaveLength(1)
  })

  it('ends with 129 streams that agree on no protocol, or 513', () => {
    const { connect } = guarded()
    const [undecided, many] = [connect(), connect()]
    for (let at = 0; at < 128; at += 1) undecided.open()
    for (let at = 0; at < 512; at += 1) many.open().stream.protocol = '/a'
    expect([undecided.reasons, many.reasons]).toEqual([[], []])

    undecided.open()
    many.open()

    expect(undecided.reasons.join()).toContain('128 streams without a protocol')
    expect(many.reasons.join()).toContain('512 streams')
  })

  it('ends that opens more than 4,000 streams at once, although it closes them', () => {
    const { reasons, open } = guarded().connect()

    for (let at = 0; at < 4_001; at += 1) Object.assign(open().stream, { direction: 'closed' })

    expect(reasons.join()).toContain('1000 new streams a second')
  })

  it('ends one with over 16 MiB of unread data, in whole messages and in parts', () => {
    const { reasons, open } = guarded().connect()
    const { stream } = open()
    Object.assign(stream, { protocol: '/a', readBufferLength: 16 * MIB - 250_000 })

    for (let at = 0; at < 4; at += 1) open().receive(partOf60000(59_999))
    expect(reasons).toEqual([])
    for (let at = 0; at < 4; at += 1) open().receive(partOf60000(59_999))

    // They are counted after each 256 KiB.
    expect(reasons.join()).toContain('16777216 unread bytes')
  })
})

describe('all connections', () => {
  it('hold at most 48 MiB of unread data: the one with most of it ends', () => {
    const { connect } = guarded()
    const peers = [12, 14, 13, 10].map((mib) => ({ ...connect(), mib }))

    for (const { open, mib } of peers) {
      const { receive, stream } = open()
      Object.assign(stream, { protocol: '/a', readBufferLength: mib * MIB })
      for (let at = 0; at < 6; at += 1) receive(partOf60000(60_003))
    }

    expect(peers.map(({ reasons }) => reasons.length)).toEqual([0, 1, 0, 0])
  })
})
