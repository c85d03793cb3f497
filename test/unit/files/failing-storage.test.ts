import { beforeAll, describe, expect, it } from 'vitest'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import { rpcRoutes } from '../../../src/rpc/routes.ts'
import type { SendInit } from '../../hosts/host.ts'
import { file, form } from '../../requests/form.ts'
import { interceptedStorage } from '../intercepted-storage.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

type Storage = Pick<ReturnType<typeof memoryPorts>, 'blockstore' | 'datastore'>

/** Storage that a process leaves at one call and never comes back to: that call and all after it fail. */
function mortal(storage: Storage) {
  const ports = memoryPorts(storage)
  let left = Number.POSITIVE_INFINITY
  const intercepted = interceptedStorage(ports, () => {
    left -= 1
    if (left <= 0) throw new Error('process killed')
  })
  return {
    dieAt(count: number) {
      left = count
    },
    isDead: () => left <= 0,
    ports: { ...ports, ...intercepted },
    /** What another process finds. */
    left: { blockstore: ports.blockstore, datastore: ports.datastore },
  }
}

interface Task {
  readonly path: string
  readonly init?: SendInit
}

const TASKS: readonly Task[] = [
  { path: 'write?arg=/d/f&offset=3', init: form(file('data', 'x'.repeat(300_000))) },
  { path: 'write?arg=/d/f&truncate=true', init: form(file('data', 'short')) },
  { path: 'write?arg=/n/e/w&create=true&parents=true', init: form(file('data', 'new')) },
  { path: 'mkdir?arg=/a/b/c&parents=true' },
  { path: 'cp?arg=/d&arg=/copy' },
  { path: 'mv?arg=/d/f&arg=/e/g' },
  { path: 'rm?arg=/d&arg=/e&recursive=true' },
  { path: 'chcid?arg=/&cid-version=1' },
  { path: 'chmod?arg=0600&arg=/d/f' },
  { path: 'flush?arg=/' },
]

let prepared: Storage
let before: string

beforeAll(async () => {
  prepared = memoryPorts()
  const call = await opened(memoryPorts(prepared))
  for (const name of ['d/f', 'd/h', 'e/i']) {
    await call(`write?arg=/${name}&create=true&parents=true`, form(file('data', name.repeat(200))))
  }
  before = await treeOf(call)
})

describe.each(TASKS)('POST /api/v0/files/$path, killed at any call of its storage', ({ path, init }) => {
  it('leaves the old tree or the new one, whole', async () => {
    const living = await opened(memoryPorts(await copyOf(prepared)))
    expect((await living(path, init)).status).toBe(200)
    const after = await treeOf(living)
    let deaths = 0
    for (let count = 1; ; count += 1) {
      const storage = mortal(await copyOf(prepared))
      const call = await opened(storage.ports)

      storage.dieAt(count)
      const { status } = await call(path, init)
      const isDead = storage.isDead()
      storage.dieAt(Number.POSITIVE_INFINITY)

      const again = await opened(memoryPorts(storage.left))
      const tree = await treeOf(again)
      const where = `call ${count}, status ${status}`
      expect([before, after], where).toContain(tree)
      if (status === 200) expect(tree, where).toBe(after)
      expect((await again('../repo/gc')).text, where).not.toContain('"Error":"')
      expect(await treeOf(again), where).toBe(tree)
      if (!isDead) break
      deaths += 1
    }
    expect(deaths).toBeGreaterThan(0)
  })
})

async function copyOf({ blockstore, datastore }: Storage): Promise<Storage> {
  const copy = { blockstore: memoryBlockstore(), datastore: memoryDatastore() }
  for await (const { cid } of blockstore.list()) {
    const bytes = await blockstore.get(cid)
    if (bytes) await copy.blockstore.put(cid, bytes)
  }
  for await (const [key, value] of datastore.range({}))
    await copy.datastore.batch([{ type: 'put', key, value }])
  return copy
}

type Call = (command: string, init?: SendInit) => Promise<{ readonly status: number; readonly text: string }>

async function opened(ports: Parameters<typeof memoryNode>[0]): Promise<Call> {
  const app = rpcRoutes(await memoryNode(ports), REGISTRY)
  return async (command, init = { method: 'POST' }) => {
    const response = await app.fetch(new Request(`http://127.0.0.1/api/v0/files/${command}`, init))
    return { status: response.status, text: await response.text() }
  }
}

/** The CID of the root, all below which is held. */
async function treeOf(call: Call): Promise<string> {
  const { status, text } = await call('stat?arg=/&with-local=true')
  const { Hash, Local } = JSON.parse(text)
  expect([status, Local]).toEqual([200, true])
  return Hash
}
