import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { yieldingBudget } from '../../edge/yielding-stores.ts'
import { type ByteBudget, createByteBudget } from '../../src/blocks/byte-budget.ts'
import { hashInStepUpTo } from '../../src/codec/cid/hashers.ts'
import type { FileSource } from '../../src/ports/file-source.ts'
import { addContent } from '../../src/unixfs/add/add.ts'

const MIB = 1024 * 1024
const ENTRIES = 2_000

// As in workerd: to wait for a thread of Web Crypto takes turns, and many on a busy machine.
beforeAll(() => hashInStepUpTo(MIB))
afterAll(() => hashInStepUpTo())

describe('yieldingBudget()', () => {
  it('lets a request that has come in be answered while the names and the shards of a large folder are written', async () => {
    expect(await turnsIn(createByteBudget(MIB))).toBeLessThan(3)
    expect(await turnsIn(yieldingBudget(createByteBudget(MIB)))).toBeGreaterThan(6)
  })

  it('gives room like the budget itself', async () => {
    const budget = yieldingBudget(createByteBudget(10))

    for (let at = 0; at < 100; at += 1) (await budget.take(10))()
    const release = await budget.take(8)

    expect(budget.tryTake(8)).toBeUndefined()
    release()
    expect(budget.tryTake(8)).toBeTypeOf('function')
  })
})

/** Turns of the event loop after the last entry of a folder has come: its store and its hashes wait for nothing. */
async function turnsIn(writeBudget: ByteBudget): Promise<number> {
  const counting = countTurns()
  const source = async function* (): FileSource {
    for (let at = 0; at < ENTRIES; at += 1) {
      yield { kind: 'symlink', path: `folder/${String(at).padStart(120, '0')}`, target: 'x' }
    }
    counting.start()
  }
  const store = { blockstore: { putMany: async () => undefined }, writeBudget }
  for await (const _ of addContent(store, source(), { cidVersion: 1 }));
  return counting.end()
}

function countTurns() {
  let turns = 0
  let isOver = false
  const next = () => {
    if (isOver) return
    turns += 1
    setImmediate(next)
  }
  return {
    start: () => void setImmediate(next),
    end() {
      isOver = true
      return turns
    },
  }
}
