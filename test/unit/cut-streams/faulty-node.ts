import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { createNode, type Ports } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import type { Entry } from '../../../src/ports/datastore.ts'
import type { SendInit } from '../../hosts/host.ts'
import { directory, file, form } from '../../requests/form.ts'
import { randomBytes } from '../../requests/random-bytes.ts'
import { creation, update } from '../ledger/ledger-of.ts'
import { memoryPorts } from '../memory-ports.ts'
import { type Fault, faultyStorage } from './storage-faults.ts'

type Storage = Pick<Ports, 'blockstore' | 'datastore'>

/** CIDs of what is stored before each request. */
export interface Stored {
  readonly folder: string
  readonly file: string
  /** The folder as a tar archive that \`tar/add\` stored. */
  readonly archive: string
}

/** What came of one request, until the body ended or failed. */
export interface Outcome {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** The stream failed: a page, a tab and a service worker see that; workerd ends the body as if it were whole. */
  readonly isBroken: boolean
  /** Storage calls that the request made. */
  readonly calls: number
}

export interface FaultAt {
  readonly count: number
  readonly fault: Fault
}

/** A folder with files of many blocks and a ledger with large records, and how to ask a fresh node for them. */
export async function storedContent() {
  const ports = memoryPorts()
  const node = await createNode(ports, SETTINGS)
  const add = await createApp(node, loopbackPolicy()).request('/api/v0/add?chunker=size-70000', TREE)
  const events: { Name: string; Hash: string }[] = (await add.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const cidOf = (name: string) => events.find(({ Name }) => Name === name)?.Hash ?? ''
  await createApp(node, loopbackPolicy()).request(`/api/v0/files/cp?arg=/ipfs/${cidOf('d/a')}&arg=/read`, {
    method: 'POST',
  })
  const packed = await createApp(node, loopbackPolicy()).request(`/api/v0/get?arg=${cidOf('d')}`, {
    method: 'POST',
  })
  const archived = await createApp(node, loopbackPolicy()).request(
    '/api/v0/tar/add',
    form(file('d.tar', new Uint8Array(await packed.arrayBuffer()))),
  )
  const { Hash: archive } = (await archived.json()) as { Hash: string }
  await node.ledger.create(creation())
  for (let at = 0n; at < 8n; at += 1n) {
    await node.ledger.submit(update(200n * at + 1n, 200n))
    await node.ledger.advance({ by: 1n })
  }

  const blocks: Block[] = []
  for await (const { cid } of ports.blockstore.list()) {
    blocks.push({ cid, bytes: (await ports.blockstore.get(cid)) ?? new Uint8Array(0) })
  }
  const rows: Entry[] = []
  for await (const row of ports.datastore.range({})) rows.push(row)
  const copy = async (): Promise<Storage> => {
    const [blockstore, datastore] = [memoryBlockstore(), memoryDatastore()]
    await blockstore.putMany(blocks)
    await datastore.batch(rows.map(([key, value]) => ({ type: 'put', key, value })))
    return { blockstore, datastore }
  }
  const stored: Stored = { folder: cidOf('d'), file: cidOf('d/a'), archive }
  return {
    stored,
    ask: async (target: string, init: SendInit, fault?: FaultAt) => {
      const storage = WRITING.some((path) => target.startsWith(path)) ? await copy() : ports
      return ask(storage, target, init, fault)
    },
  }
}

/** Requests that change what is stored: each gets a copy. */
const WRITING = ['/api/v0/add', '/api/v0/repo/gc']

const SETTINGS = { parts: WHOLE_NODE, repoPath: 'memory', system: 'memory/node' }

const TREE = form(
  ...[directory('d'), file('d/a', randomBytes(1, 150_000)), file('d/b/c', randomBytes(2, 80_000))],
  ...[file('d/b/d', 'small'), file('d/z', randomBytes(3, 10_000)), file('unpinned', 'x')],
)

async function ask(inner: Storage, target: string, init: SendInit, fault?: FaultAt): Promise<Outcome> {
  const expiry = Promise.withResolvers<void>()
  const { faults, ...storage } = faultyStorage(inner)
  const clock = { now: () => 0, sleep: () => expiry.promise }
  const node = await createNode(memoryPorts({ ...storage, clock }), SETTINGS)
  const app = createApp(node, loopbackPolicy())
  faults.at(fault?.count ?? 0, fault?.fault ?? 'error', expiry.resolve)
  const { status, headers, body } = await app.request(`http://127.0.0.1${target}`, init)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let isBroken = false
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>> | null)?.getReader()
  try {
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read())
      pieces.push(step.value)
  } catch {
    isBroken = true
  }
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
  return { status, headers, bytes, isBroken, calls: faults.calls() }
}
