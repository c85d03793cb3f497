import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import type { StorageNode } from '../../../src/node/create.ts'
import { createDagWalk } from '../../../src/pins/dag-walk.ts'
import type { SendInit } from '../../hosts/host.ts'
import { directory, file, form } from '../../requests/form.ts'
import { interceptedStorage } from '../intercepted-storage.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

/** Lets one call of storage fail, the `count`-th after it is armed; those before and after it succeed. */
function brittle() {
  const ports = memoryPorts()
  let left = 0
  const storage = interceptedStorage(ports, () => {
    left -= 1
    if (left === 0) throw new Error('disk failed')
  })
  return {
    arm(count: number) {
      left = count
    },
    hasFailed: () => left <= 0,
    ports: { ...ports, ...storage },
  }
}

const TREE = [file('d/a', 'one'), file('d/b/c', 'x'.repeat(300_000)), directory('d/e')]

interface Task {
  readonly path: string
  readonly init?: SendInit
}

/** Everything that changes what is held; `{}` is replaced by a root that is pinned. */
const TASKS: readonly Task[] = [
  { path: 'add', init: form(...TREE.map(({ headers }, at) => ({ headers, content: `fresh ${at}` }))) },
  { path: 'add?wrap-with-directory=true&cid-version=1', init: form(file('w', 'wrapped')) },
  { path: 'block/put?pin=true', init: form(file('x', 'a block'), file('y', 'another')) },
  { path: 'pin/add?arg={}&recursive=false' },
  { path: 'pin/add?arg={}&name=renamed' },
  { path: 'pin/rm?arg={}' },
  { path: 'block/rm?arg={}' },
  { path: 'repo/gc' },
]

describe.each(TASKS)('POST /api/v0/$path, when any one call of its storage fails', ({ path, init }) => {
  it('says so or succeeds, leaves every pin whole, and holds nothing', async () => {
    let failures = 0
    for (let count = 1; ; count += 1) {
      const storage = brittle()
      const node = await memoryNode(storage.ports)
      const app = createApp(node, loopbackPolicy())
      const call = async (command: string, options: SendInit = { method: 'POST' }) =>
        linesOf(await app.fetch(new Request(`http://127.0.0.1/api/v0/${command}`, options)))
      const root = (await call('add', form(...TREE))).at(-1)?.Hash ?? ''

      storage.arm(count)
      const lines = await call(path.replace('{}', root), init)
      const hasFailed = storage.hasFailed()
      storage.arm(0)

      const where = `call ${count}: ${JSON.stringify(lines.at(-1))}`
      const pinned = await wholePins(node)
      const removesPin = path.startsWith('pin/rm')
      expect(pinned, where).toEqual(expect.arrayContaining(removesPin ? [] : [root]))
      expect(pinned, where).toEqual(
        expect.arrayContaining(/^(add|block.put|pin.add)/.test(path) ? acknowledged(lines) : []),
      )
      await expect.poll(() => underWay(node), { message: where }).toEqual([])
      expect(
        (await call('repo/gc')).filter(({ Type, Error: error }) => Type ?? error),
        where,
      ).toEqual([])
      expect(await wholePins(node), where).toEqual(pinned)
      if (!hasFailed) break
      failures += 1
    }

    expect(failures).toBeGreaterThan(0)
  })
})

interface Line {
  readonly Hash?: string
  readonly Key?: string | { readonly '/': string }
  readonly Pins?: readonly string[]
  readonly Type?: string
  readonly Error?: string
}

async function linesOf(response: Response): Promise<Line[]> {
  const text = await response.text()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))
}

/** What the caller was told is pinned now: each block that was put, and the root of an add that has ended. */
function acknowledged(lines: readonly Line[]): string[] {
  const keys = lines.flatMap(({ Key }) => (typeof Key === 'string' ? [Key] : []))
  const hasEnded = lines.every(({ Type }) => Type !== 'error')
  const last = hasEnded ? lines.at(-1) : undefined
  return [
    ...keys,
    ...(last?.Pins ?? []),
    ...(last?.Hash !== undefined && lines.length > 1 ? [last.Hash] : []),
  ]
}

/** The recursive pins, each walked to its last block. */
async function wholePins({ pins, blockstore }: StorageNode): Promise<string[]> {
  const walk = createDagWalk(blockstore)
  const found: string[] = []
  for await (const { cid } of pins.list({ type: 'recursive' })) {
    for await (const _ of walk(cid));
    found.push(`${cid}`)
  }
  return found
}

/** What is not at rest, by name. */
function underWay({ activity }: StorageNode): string[] {
  return Object.entries(activity.readings()).flatMap(([name, { now }]) => (now === 0 ? [] : [name]))
}
