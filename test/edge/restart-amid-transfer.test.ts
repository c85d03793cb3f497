import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { webSockets } from '@libp2p/websockets'
import { Miniflare } from 'miniflare'
import { describe, expect, it, onTestFinished } from 'vitest'
import { storageFolders } from '../../edge/local/data-folder.ts'
import { nodeUrl, type SingleWorker, workerOptions } from '../../edge/local/worker-options.ts'
import { memoryBlockstore } from '../../src/memory/memory-blockstore.ts'
import type { Blockstore } from '../../src/ports/blockstore.ts'
import { add, bytesOf, content } from '../unit/net/exchange/node-content.ts'
import { type PeerNode, peerNode } from '../unit/net/memory-peers.ts'

const BLOCK_BYTES = 256 * 1024

/** Blocks that are sent before the runtime ends. */
const BEFORE_END = 8
const FILE = content(24 * BLOCK_BYTES, 41)

interface EdgeNode {
  /** Kills the runtime, as often as it is called. */
  end(): Promise<void>
  /** Calls a command and resolves to its text, also to that of an error. */
  call(command: string, init?: RequestInit): Promise<string>
  /** Where peers dial it. */
  readonly address: string
}

/** A node at the edge with its storage in a folder, at a port of its own. */
async function startEdge(dataFolder: string): Promise<EdgeNode> {
  const options: SingleWorker = { ...(await workerOptions({ port: 0 })), ...storageFolders(dataFolder) }
  const runtime = new Miniflare(options)
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= runtime.dispose()
    return ended
  }
  onTestFinished(end)
  const url = await nodeUrl(runtime, options)
  const call = async (command: string, init?: RequestInit) =>
    (await fetch(new URL(`/api/v0/${command}`, url), { method: 'POST', ...init })).text()
  const { Addresses } = JSON.parse(await call('id'))
  return { end, call, address: Addresses[0] }
}

/** A node of this process that is reached by WebSocket, as the edge is. */
function holderNode(blockstore: Blockstore = memoryBlockstore()): Promise<PeerNode> {
  const listen = ['/ip4/127.0.0.1/tcp/0/ws']
  const load = async () => ({ transports: [webSockets()], listen })
  const transports = { dials: ['ws', 'wss'], addresses: () => listen, load }
  return peerNode({ blockstore, transports })
}

async function addressOf(node: PeerNode): Promise<string> {
  return JSON.parse(await node.call('id')).Addresses[0]
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidepool-restart-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

function fileForm(): FormData {
  const form = new FormData()
  form.append('file', new Blob([FILE]), 'file')
  return form
}

describe('a runtime that is killed while a peer reads from it', () => {
  it('leaves the rest to another peer, and serves again', async () => {
    const dataFolder = newFolder()
    const edge = await startEdge(dataFolder)
    const cid = JSON.parse(await edge.call('add?cid-version=1', { body: fileForm() })).Hash
    const [reader, holder] = await Promise.all([holderNode(), holderNode()])
    expect(await add(holder, FILE)).toBe(cid)
    await reader.call(`swarm/connect?arg=${edge.address}`)
    await reader.call(`swarm/connect?arg=${await addressOf(holder)}`)

    const response = await reader.send(`/api/v0/cat?arg=${cid}`, { method: 'POST' })
    const body = response.body?.getReader()
    const read: Uint8Array[] = []
    for (let next = await body?.read(); next && !next.done; next = await body?.read()) {
      if (read.length === 0) await edge.end()
      read.push(next.value)
    }

    expect(Buffer.concat(read).equals(FILE)).toBe(true)
    expect(await sentBy(holder)).toBeGreaterThan(0)
    const again = await startEdge(dataFolder)
    const other = await holderNode()
    await other.call(`swarm/connect?arg=${again.address}`)
    expect(await bytesOf(other, `block/get?arg=${cid}`)).toEqual(
      await bytesOf(holder, `block/get?arg=${cid}`),
    )
  })
})

describe('a runtime that is killed while it fetches from a peer', () => {
  it('shows no half message, and continues after it has connected again', async () => {
    const dataFolder = newFolder()
    const first = await startEdge(dataFolder)
    const held = memoryBlockstore()
    const reached = Promise.withResolvers<void>()
    let left = Number.MAX_SAFE_INTEGER
    const slow: Blockstore = {
      ...held,
      async get(cid, options) {
        left -= 1
        if (left > 0) return held.get(cid, options)
        reached.resolve()
        return new Promise((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true })
        })
      },
    }
    const holder = await holderNode(slow)
    const cid = await add(holder, FILE)
    left = BEFORE_END
    await first.call(`swarm/connect?arg=${await addressOf(holder)}`)

    const pinning = first.call(`pin/add?arg=${cid}`).catch(() => 'cut')
    await reached.promise
    await first.end()
    expect(await pinning).toBe('cut')
    left = Number.MAX_SAFE_INTEGER
    const second = await startEdge(dataFolder)

    expect(JSON.parse(await second.call('pin/ls?type=recursive'))).toMatchObject({ Keys: {} })
    expect(await second.call(`cat?arg=${cid}&offline=true`)).toContain('"Type":"error"')
    const before = await sentBy(holder)
    await second.call(`swarm/connect?arg=${await addressOf(holder)}`)
    expect(JSON.parse(await second.call(`pin/add?arg=${cid}`))).toEqual({ Pins: [cid] })
    expect(await second.call('repo/verify')).not.toContain('corrupt')
    expect((await sentBy(holder)) - before).toBeLessThanOrEqual(FILE.byteLength / BLOCK_BYTES + 1)
  })
})

async function sentBy(node: PeerNode): Promise<number> {
  return JSON.parse(await node.call('bitswap/stat')).BlocksSent
}
