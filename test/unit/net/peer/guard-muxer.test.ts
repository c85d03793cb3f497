import type { MessageStream, StreamMuxer, StreamMuxerFactory } from '@libp2p/interface'
import { describe, expect, it } from 'vitest'
import { joinBytes } from '../../../../src/codec/bytes/bytes.ts'
import { fixedClock } from '../../../../src/memory/fixed-clock.ts'
import { createConnectionBounds } from '../../../../src/net/peer/connection-bounds.ts'
import { guardMuxer } from '../../../../src/net/peer/guard-muxer.ts'
import { joinWindowUpdates } from '../../../../src/net/peer/join-window-updates.ts'
import { frame } from './hostile-peer.ts'

const MIB = 1024 * 1024

interface FakeStream {
  readonly id: string
  protocol: string
  readBufferLength: number
}

/** Connections of one guard, whose streams are as the test says. */
function guarded(clock = fixedClock()) {
  const muxers: { streams: FakeStream[] }[] = []
  const factory = {
    protocol: '/yamux/1.0.0',
    createStreamMuxer() {
      const muxer = { streams: [] }
      muxers.push(muxer)
      return muxer
    },
  } as unknown as StreamMuxerFactory
  const bounds = createConnectionBounds(clock)
  let open = 0
  const add: typeof bounds.add = (options) => {
    const connection = bounds.add(options)
    open += 1
    const close = () => {
      open -= 1
      connection.close()
    }
    return { ...connection, close }
  }
  const guard = guardMuxer(factory, { clock, add })
  const connect = (status = 'open') => {
    const reasons: string[] = []
    const stream = Object.assign(new EventTarget(), {
      status,
      abort(error: Error) {
        reasons.push(error.message)
        stream.dispatchEvent(new Event('close'))
      },
    })
    guard.createStreamMuxer(stream as unknown as MessageStream)
    const muxer = muxers.at(-1)
    if (!muxer) throw new TypeError('No muxer was created')
    const send = (...bytes: readonly Uint8Array[]) => {
      const data = joinBytes(bytes)
      stream.dispatchEvent(Object.assign(new Event('message'), { data }))
    }
    return { send, reasons, streams: muxer.streams, abort: stream.abort }
  }
  return { clock, connect, open: () => open }
}

const begin = (streamId: number) => frame(1, { flags: 1, streamId })

const data = (streamId: number, sizeBytes: number) =>
  joinBytes([frame(0, { streamId, length: sizeBytes }), new Uint8Array(sizeBytes)])

describe('a connection', () => {
  it('may send data, streams, pings and windows, in chunks of any size', () => {
    const { send, reasons, streams } = guarded().connect()
    const bytes = joinBytes([
      begin(1),
      data(1, 1000),
      frame(2, { flags: 1, length: 7 }),
      begin(3),
      data(3, 50),
    ])
    streams.push(
      { id: '1', protocol: '', readBufferLength: 0 },
      { id: '3', protocol: '', readBufferLength: 0 },
    )

    for (const size of [1, 5, 12, 13, 400, bytes.byteLength]) {
      for (let at = 0; at < bytes.byteLength; at += size) send(bytes.subarray(at, at + size))
    }

    expect(reasons).toEqual([])
  })

  it.each([
    ['a frame of 4 GiB', frame(0, { streamId: 1, length: 0xffff_ffff }), '2097152 bytes in a frame'],
    ['101 pings', joinBytes(Array.from({ length: 101 }, () => frame(2, { flags: 1 }))), '10 pings a second'],
    [
      '4,001 streams that it resets at once',
      joinBytes(
        Array.from({ length: 4001 }, (_, at) => joinBytes([begin(2 * at + 1), frame(1, { flags: 8 })])),
      ),
      '1000 new streams a second',
    ],
  ])('ends that sends %s', (_, bytes, reason) => {
    const { send, reasons } = guarded().connect()

    send(bytes)

    expect(reasons).toEqual([`Cannot go on with connection: the peer sent over ${reason}`])
  })

  it('may open 1,000 streams in each second', () => {
    const { clock, connect } = guarded()
    const { send, reasons } = connect()
    for (let second = 0; second < 20; second += 1) {
      send(...Array.from({ length: 1000 }, (_, at) => begin(second * 1000 + at + 1)))
      void clock.sleep(1000)
    }

    expect(reasons).toEqual([])
  })

  it('ends with 129 streams, or over 8 MiB, for which no protocol was agreed on', () => {
    const { connect } = guarded()
    const [many, large] = [connect(), connect()]
    const undecided = (id: number) => ({ id: `${id}`, protocol: '', readBufferLength: 0 })
    for (let at = 1; at <= 129; at += 1) {
      many.streams.push(undecided(at))
      many.send(begin(at))
    }
    for (let at = 1; at <= 9; at += 1) {
      large.streams.push(undecided(at))
      large.send(begin(at), data(at, MIB))
      const [stream] = large.streams
      // One that has agreed on a protocol no longer counts.
      if (stream) stream.protocol = '/a'
    }
    expect([many.reasons.join(), large.reasons]).toEqual([expect.stringContaining('128 streams'), []])

    large.send(data(9, MIB))

    expect(large.reasons.join()).toContain('8388608 bytes before a protocol')
  })

  it('ends one with over 16 MiB of unread data', () => {
    const { send, reasons, streams } = guarded().connect()
    streams.push({ id: '1', protocol: '/a', readBufferLength: 15 * MIB })
    send(data(1, MIB))
    expect(reasons).toEqual([])

    streams.push({ id: '3', protocol: '/a', readBufferLength: MIB + 1 })
    send(data(1, MIB))

    expect(reasons.join()).toContain('16777216 unread bytes')
  })
})

describe('all connections', () => {
  it('are forgotten when they end, also those that have ended before they were set up', () => {
    const { connect, open } = guarded()
    connect('aborted')
    connect('reset')
    connect('closed')
    expect(open()).toBe(0)

    const { abort } = connect()
    expect(open()).toBe(1)
    abort(new Error('gone'))
    expect(open()).toBe(0)
  })

  it('hold at most 48 MiB of unread data: the one with most of it ends', () => {
    const { connect } = guarded()
    const peers = [12, 14, 13].map((mib) => ({ ...connect(), mib }))
    for (const { streams, send, mib } of peers) {
      streams.push({ id: '1', protocol: '/a', readBufferLength: mib * MIB })
      send(data(1, MIB))
    }
    const last = connect()
    last.streams.push({ id: '1', protocol: '/a', readBufferLength: 9 * MIB + 1 })
    expect(peers.map(({ reasons }) => reasons.length)).toEqual([0, 0, 0])

    last.send(data(1, MIB))
    last.send(data(1, MIB))

    expect(peers.map(({ reasons }) => reasons.length)).toEqual([0, 1, 0])
    expect(last.reasons).toEqual([])
  })
})

describe('what is told of bytes that were read', () => {
  const KIB = 1024
  const tell = (streamID: number, kib: number, flag = 0) => ({ type: 1, flag, streamID, length: kib * KIB })

  it('is sent from half of a window on, with the end of a stream, and never lost', () => {
    const sent: ReturnType<typeof tell>[] = []
    const muxer = { streams: [], sendFrame: (told: ReturnType<typeof tell>) => sent.push(told) > 0 }
    joinWindowUpdates(muxer as unknown as StreamMuxer)
    const ping = { ...tell(0, 0), type: 2 }

    for (const told of [
      tell(1, 1, 2),
      ...[tell(1, 64), tell(2, 40), tell(1, 63), ping, tell(1, 1), tell(1, 5), tell(2, 0, 4), tell(1, 200)],
    ])
      muxer.sendFrame(told)

    expect(sent).toEqual([tell(1, 1, 2), ping, tell(1, 128), tell(2, 40, 4), tell(1, 205)])
  })
})
