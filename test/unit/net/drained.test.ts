import type { Connection, Stream } from '@libp2p/interface'
import { memory } from '@libp2p/memory'
import { noise } from '@libp2p/noise'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { describe, expect, it, onTestFinished } from 'vitest'
import { drained } from '../../../src/net/drained.ts'

const CHUNK = new Uint8Array(256 * 1024)
const CHUNKS = 96

async function peer(listen: string[]) {
  const libp2p = await createLibp2p({
    addresses: { listen },
    transports: [memory()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
  })
  onTestFinished(async () => libp2p.stop())
  return libp2p
}

async function streamTo(receive: (stream: Stream) => void): Promise<Stream> {
  const [sender, receiver] = await Promise.all([peer([]), peer(['/memory/drained'])])
  await receiver.handle('/drained/1', (stream: Stream) => receive(stream))
  const connection: Connection = await sender.dial(multiaddr('/memory/drained'))
  return connection.newStream('/drained/1')
}

describe('drained()', () => {
  it('bounds what a stream holds for a reader that is slower than its sender, each time', async () => {
    let receivedBytes = 0
    const stream = await streamTo((inbound) => {
      inbound.addEventListener('message', ({ data }) => {
        receivedBytes += data.byteLength
      })
    })
    let mostHeldBytes = 0

    for (let sent = 0; sent < CHUNKS; sent += 1) {
      if (!stream.send(CHUNK)) await drained(stream)
      mostHeldBytes = Math.max(mostHeldBytes, stream.writeBufferLength)
    }

    await expect.poll(() => receivedBytes).toBe(CHUNKS * CHUNK.byteLength)
    expect(mostHeldBytes).toBeLessThan(1024 * 1024)
  })

  it('rejects when the stream is reset, and when its signal aborts', async () => {
    const stream = await streamTo((inbound) => inbound.pause())
    while (stream.send(CHUNK));
    const left = new AbortController()
    const waiting = drained(stream, { signal: left.signal })
    left.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')

    const reset = drained(stream)
    stream.abort(new Error('gone'))
    await expect(reset).rejects.toThrow('gone')
  })
})
