import type { Stream } from '@libp2p/interface'
import { multiaddrConnectionPair } from '@libp2p/utils'
import { yamux } from '@libp2p/yamux'
import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../../../src/memory/seeded-random.ts'
import { boundSent } from '../../../../src/net/peer/bound-sent.ts'
import { createMuxerFrames } from '../../../../src/net/peer/muxer-frames.ts'
import { handClock } from '../../hand-clock.ts'
import { frame } from './hostile-peer.ts'

const MIB = 1024 * 1024

/** Connections of one node to peers that permit 2 GiB in each stream and answer the pings that the test answers. */
function node() {
  const create = boundSent(yamux({ enableKeepAlive: false }), { clock: handClock(), random: seededRandom(1) })
  const connect = async () => {
    const [near, far] = multiaddrConnectionPair()
    const pings: number[] = []
    let receivedBytes = 0
    const frames = createMuxerFrames(({ isData, isRequest, streamId, length }) => {
      if (isData) receivedBytes += length
      if (isRequest && streamId === 0) pings.push(length)
    })
    far.addEventListener('message', ({ data }) => {
      for (const bytes of data instanceof Uint8Array ? [data] : data) frames.push(bytes)
    })
    const muxer = create().createStreamMuxer(near)
    const openStream = async (): Promise<Stream> => {
      const stream = await muxer.createStream()
      far.send(frame(1, { flags: 2, streamId: Number(stream.id), length: 0x7fff_ffff }))
      return stream
    }
    /** Waits for so many bytes, and for what follows them at once. */
    const received = async (leastBytes = 0) => {
      await vi.waitFor(() => expect(receivedBytes).toBeGreaterThanOrEqual(leastBytes))
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return receivedBytes
    }
    const answer = (value = pings.at(-1)) => far.send(frame(2, { flags: 2, length: value ?? 0 }))
    return { openStream, received, answer, pings, near, far }
  }
  return { connect }
}

const send = (stream: Stream, mib: number) => {
  const piece = new Uint8Array(MIB)
  for (let at = 0; at < mib; at += 1) stream.send(piece)
}

describe('a peer that permits 2 GiB, and does not read', () => {
  it('is sent 16 MiB on all its streams, whatever windows it gives', async () => {
    const { openStream, received, far } = await node().connect()
    const streams = [await openStream(), await openStream()]
    await received()

    for (const stream of streams) send(stream, 20)
    for (const { id } of streams) far.send(frame(1, { streamId: Number(id), length: MIB }))

    expect(await received(16 * MIB)).toBe(16 * MIB)
  })

  it('is sent small pieces nevertheless, such as those of a ping', async () => {
    const { openStream, received } = await node().connect()
    const [large, small] = [await openStream(), await openStream()]
    send(large, 20)
    await received(16 * MIB)

    small.send(new Uint8Array(32))

    expect(await received(16 * MIB + 32)).toBe(16 * MIB + 32)
  })

  it('is sent more when it answers the last ping, and nothing when it guesses', async () => {
    const { openStream, received, answer, pings, near } = await node().connect()
    const stream = await openStream()
    send(stream, 40)
    expect(await received(16 * MIB)).toBe(16 * MIB)
    await vi.waitFor(() => expect(pings).toHaveLength(1))

    answer()
    // What was sent after the first ping is not known to be read.
    await received(16 * MIB + 1)
    await vi.waitFor(() => expect(pings).toHaveLength(2))
    answer()
    await vi.waitFor(() => expect(pings).toHaveLength(3))
    expect(new Set(pings).size).toBe(pings.length)

    answer(0)
    await vi.waitFor(() => expect(near.status).toBe('aborted'))
  })
})

it('all peers together are sent little once 32 MiB are on their way, and have more room when one leaves', async () => {
  const { connect } = node()
  const peers = [await connect(), await connect(), await connect()]
  const [first, , last] = peers
  for (const peer of peers) {
    send(await peer.openStream(), 20)
    await peer.received(peer === last ? 128 * 1024 : 16 * MIB)
  }
  expect(await last?.received()).toBe(128 * 1024)

  first?.far.abort(new Error('gone'))
  await first?.received()
  last?.answer()

  await last?.received(16 * MIB)
})
