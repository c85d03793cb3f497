import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { FIRST_BLOCK } from '../../../src/ledger/state/root.ts'
import { checkState } from '../../../src/ledger/transfer/check-state.ts'
import type { StorageNode } from '../../../src/node/create.ts'
import { interceptedStorage, interceptedWrites } from '../intercepted-storage.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'
import { creation, ledgerOf, ROLLAPP, update } from './ledger-of.ts'

/** Each changes the ledger once; together they pass through all of its operations. */
const STEPS: readonly ((ledger: Ledger) => Promise<{ readonly root: unknown }>)[] = [
  (ledger) => ledger.create(creation()),
  (ledger) => ledger.setParams({ disputePeriod: 2n }),
  (ledger) => ledger.submit(update(1n, 3n)),
  (ledger) => ledger.advance({ by: 1n }),
  (ledger) => ledger.submit(update(4n, 3n)),
  (ledger) => ledger.advance({ by: 1n }),
  (ledger) => ledger.revert({ rollappId: ROLLAPP, height: 5n, reason: 'a lie' }),
  (ledger) => ledger.submit(update(5n, 1n)),
  (ledger) => ledger.advance({ by: 5n }),
]

/** What each step must lead to, from an undisturbed ledger. */
async function expectedRoots(): Promise<string[]> {
  const ledger = ledgerOf()
  const roots = [String(FIRST_BLOCK.cid)]
  for (const step of STEPS) roots.push(String((await step(ledger)).root))
  return roots
}

async function live({ ledger, repo }: StorageNode, done: string[]): Promise<void> {
  for (const step of STEPS) {
    const { root } = await repo.whileAdding(() => step(ledger))
    done.push(String(root))
  }
}

describe('a process killed between any two writes of a ledger', () => {
  it('leaves a complete root: the last one acknowledged, or the one after it', async () => {
    const roots = await expectedRoots()
    let kills = 0
    for (let writes = 0; ; writes += 1) {
      const ports = memoryPorts()
      let left = writes
      const mortal = interceptedWrites(ports, () => {
        if (left <= 0) throw new Error('killed')
        left -= 1
      })
      const done = [String(FIRST_BLOCK.cid)]
      const life = memoryNode({ ...memoryPorts(), ...mortal }).then((node) => live(node, done))
      await life.catch((error: unknown) => expect(error).toMatchObject({ message: 'killed' }))
      if (done.length > STEPS.length) break
      kills += 1

      const { ledger, repo } = await memoryNode({ ...ports, locks: memoryPorts().locks })
      const at = roots.indexOf(String(await ledger.head()))
      expect([done.length - 1, done.length], `killed after ${writes} writes`).toContain(at)
      for await (const _ of repo.collect());
      await checkState(await ledger.open())
      for (const step of STEPS.slice(at)) await step(ledger)
      expect(String(await ledger.head())).toBe(roots.at(-1))
    }
    expect(kills).toBeGreaterThan(STEPS.length)
  }, 60_000)
})

describe('one storage call of a ledger that fails', () => {
  it('fails its own operation alone, which then succeeds', async () => {
    const roots = await expectedRoots()
    let failures = 0
    for (let calls = 1; ; calls += 1) {
      const ports = memoryPorts()
      let left = Number.POSITIVE_INFINITY
      const brittle = interceptedStorage(ports, () => {
        left -= 1
        if (left === 0) throw new Error('disk failed')
      })
      const { ledger } = await memoryNode({ ...ports, ...brittle })
      left = calls
      for (const step of STEPS) {
        await step(ledger).catch((error: unknown) => {
          expect(error).toMatchObject({ message: 'disk failed' })
          failures += 1
          return step(ledger)
        })
      }
      const isBeyond = left > 0
      left = Number.POSITIVE_INFINITY
      expect(String(await ledger.head()), `call ${calls} failed`).toBe(roots.at(-1))
      if (isBeyond) break
    }
    expect(failures).toBeGreaterThan(STEPS.length * 3)
  }, 60_000)
})
