import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { identify } from '@libp2p/identify'
import type { Stream } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { nodeUrl, workerOptions } from '../../edge/local/worker-options.ts'

/** Above what either end sends ahead of an acknowledgment, and above a window of the muxer. */
const SIZE_BYTES = 3 * 1024 * 1024

let runtime: Miniflare
let url: URL

beforeAll(async () => {
  const options = await workerOptions({ port: 0, variables: { STREAM_MOUNTING_ENABLED: 'true' } })
  runtime = new Miniflare(options)
  url = await nodeUrl(runtime, options)
})
afterAll(() => runtime.dispose())

it('forwards streams of a peer to a TCP service of this machine', async () => {
  const port = await tcpEcho()
  const peer = await foreignPeer()
  await call(`p2p/listen?arg=/x/echo&arg=/ip4/127.0.0.1/tcp/${port}&report-peer-id=true`)
  const { ID } = JSON.parse(await call('id'))

  const stream = await peer.dialProtocol(multiaddr(`/ip4/127.0.0.1/tcp/${url.port}/ws/p2p/${ID}`), '/x/echo')
  const greeting = `${peer.peerId}\n`
  const received = readStream(stream, greeting.length + SIZE_BYTES)
  await sendStream(stream, bytesOf(SIZE_BYTES))

  const bytes = await received
  expect(new TextDecoder().decode(bytes.subarray(0, greeting.length))).toBe(greeting)
  expect(Buffer.compare(bytes.subarray(greeting.length), bytesOf(SIZE_BYTES))).toBe(0)
  expect(JSON.parse(await call('p2p/stream/ls'))).toMatchObject({
    Streams: [{ Protocol: '/x/echo', OriginAddress: `/p2p/${peer.peerId}` }],
  })
  await stream.close()
  await until(async () => JSON.parse(await call('p2p/stream/ls')).Streams === null)
})

it.each([
  ['that acknowledges', 'acknowledging', SIZE_BYTES],
  ['that does not', undefined, 1_000_000],
])('offers a service of a peer to a WebSocket %s', async (_, protocol, sizeBytes) => {
  const peer = await foreignPeer()
  await peer.handle('/x/back', echoStream)
  const path = encodeURIComponent('/ws/http-path/tunnels%2Fback')
  await call(`p2p/forward?arg=/x/back&arg=${path}&arg=${peer.getMultiaddrs()[0]}`)
  onTestFinished(() => call('p2p/close?protocol=/x/back').then(() => undefined))

  expect(Buffer.compare(await throughWebSocket(protocol, sizeBytes), bytesOf(sizeBytes))).toBe(0)
})

it('refuses pages of other origins, and names of no tunnel', async () => {
  const page = await fetch(new URL('/tunnels/back', url), { headers: { Origin: 'https://page.example' } })
  const nowhere = new WebSocket(new URL('/tunnels/nowhere', url))
  const failed = new Promise((resolve) => nowhere.addEventListener('error', resolve))

  expect(page.status).toBe(403)
  await failed
})

async function call(command: string): Promise<string> {
  const response = await fetch(new URL(`/api/v0/${command}`, url), { method: 'POST' })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${command}: ${text}`)
  return text
}

/** A peer of this process, which listens for WebSockets. */
async function foreignPeer() {
  const peer = await createLibp2p({
    addresses: { listen: ['/ip4/127.0.0.1/tcp/0/ws'] },
    transports: [webSockets()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
    services: { identify: identify() },
  })
  onTestFinished(() => peer.stop())
  return peer
}

/** The port of a server that sends back what it gets. */
async function tcpEcho(): Promise<number> {
  const server = createServer((socket: Socket) => socket.pipe(socket).on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function echoStream(stream: Stream): Promise<void> {
  for await (const bytes of stream) await sendStream(stream, bytes.subarray())
  await stream.close()
}

async function sendStream(stream: Stream, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength; at += 65_536) {
    if (stream.send(bytes.subarray(at, at + 65_536))) continue
    await new Promise<void>((resolve) => stream.addEventListener('drain', () => resolve(), { once: true }))
  }
}

async function readStream(stream: Stream, sizeBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const bytes of stream) {
    chunks.push(bytes.subarray())
    size += bytes.byteLength
    if (size >= sizeBytes) break
  }
  return Buffer.concat(chunks)
}

/** Sends bytes to the tunnel, and resolves to as many that come back. */
async function throughWebSocket(protocol: string | undefined, sizeBytes: number): Promise<Uint8Array> {
  const socket = new WebSocket(new URL('/tunnels/back', url), protocol ?? [])
  onTestFinished(() => socket.close())
  socket.binaryType = 'arraybuffer'
  const chunks: Uint8Array[] = []
  const done = Promise.withResolvers<Uint8Array>()
  const opened = new Promise((resolve) => socket.addEventListener('open', resolve))
  let received = 0
  let acknowledged = 0
  let news = Promise.withResolvers<void>()
  socket.addEventListener('close', ({ code, reason }) => done.reject(new Error(`${code} ${reason}`)))
  socket.addEventListener('error', () => done.reject(new Error('The WebSocket failed')))
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') {
      acknowledged = Number(data)
      news.resolve()
      return
    }
    chunks.push(new Uint8Array(data))
    received += data.byteLength
    if (protocol) socket.send(String(received))
    if (received === sizeBytes) done.resolve(Buffer.concat(chunks))
  })
  await opened
  const bytes = bytesOf(sizeBytes)
  for (let at = 0; at < sizeBytes; at += 65_536) {
    while (protocol && at - acknowledged > 1024 * 1024) {
      await news.promise
      news = Promise.withResolvers()
    }
    socket.send(bytes.subarray(at, at + 65_536))
  }
  return done.promise
}

function bytesOf(sizeBytes: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: sizeBytes }, (_, at) => at % 251)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}
