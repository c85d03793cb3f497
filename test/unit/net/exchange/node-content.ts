import { expect } from 'vitest'
import { seededRandom } from '../../../../src/memory/seeded-random.ts'
import type { PeerNode } from '../memory-peers.ts'

/** Random bytes of a size, the same for the same seed. */
export function content(sizeBytes: number, seed: number): Uint8Array<ArrayBuffer> {
  return seededRandom(seed).bytes(sizeBytes)
}

/** Adds a file, and resolves to its CID. */
export async function add(node: PeerNode, bytes: Uint8Array<ArrayBuffer>, version = 1): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'file')
  const text = await node.call(`add?cid-version=${version}`, { body: form })
  return JSON.parse(text).Hash
}

/** The bytes of a successful reply. */
export async function bytesOf(node: PeerNode, command: string): Promise<Uint8Array> {
  const response = await node.send(`/api/v0/${command}`, { method: 'POST' })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}
