import { onTestFinished } from 'vitest'
import type { Ports } from '../../../../src/node/create.ts'
import type { SocketConnection } from '../../../../src/ports/socket-targets.ts'
import { type PeerNode, type PeerSettings, peerNode } from '../memory-peers.ts'
import { echo, fakeTargets, type Service, socketPair } from './fake-targets.ts'

/** The service of {@link enabledNode}. */
export const ECHO = '/ip4/127.0.0.1/tcp/7'

/** The path of {@link opened}. */
export const PATH = '/ws/http-path/tunnels%2Fecho'

/** A node whose owner permits forwarding, with one service of this machine. */
export async function enabledNode(
  service: Service = echo,
  ports: Pick<Partial<Ports>, 'datastore' | 'transports' | 'logger'> = {},
  settings: PeerSettings = {},
): Promise<PeerNode> {
  const socketTargets = fakeTargets({ 'tcp://127.0.0.1:7/': service })
  const node = await peerNode({ socketTargets, ...ports }, settings)
  await node.call('config?arg=Experimental.Libp2pStreamMounting&arg=true&bool=true')
  return node
}

/** A client of the path. */
export async function opened(near: PeerNode) {
  const { forwarding } = await near.use(['forwarding'])
  const [client, socket] = socketPair()
  onTestFinished(() => client.abort())
  const connected = forwarding.tunnel('echo', { socket, originAddress: '/ip4/127.0.0.1/tcp/9' })
  connected.catch(() => undefined)
  return { client, connected }
}

export async function send({ writable }: SocketConnection, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter()
  for (let at = 0; at < bytes.byteLength; at += 65_536) await writer.write(bytes.subarray(at, at + 65_536))
  writer.releaseLock()
}

export async function readAll(readable: ReadableStream<Uint8Array>, sizeBytes: number): Promise<Uint8Array> {
  const reader = readable.getReader()
  const all = new Uint8Array(sizeBytes)
  for (let at = 0; at < sizeBytes; ) {
    const { value } = await reader.read()
    if (!value) break
    all.set(value, at)
    at += value.byteLength
  }
  reader.releaseLock()
  return all
}

export function bytesOf(sizeBytes: number): Uint8Array {
  return Uint8Array.from({ length: sizeBytes }, (_, at) => at % 251)
}

export function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
