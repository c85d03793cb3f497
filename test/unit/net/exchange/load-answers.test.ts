import { describe, expect, it } from 'vitest'
import { createByteBudget } from '../../../../src/blocks/byte-budget.ts'
import { blockKey, type CID, dagCborCid } from '../../../../src/codec/cid/cid.ts'
import { loadAnswers } from '../../../../src/net/exchange/server/load-answers.ts'
import { createServedWants } from '../../../../src/net/exchange/server/served-wants.ts'
import type { WantKind } from '../../../../src/net/exchange/wire/message.ts'

const cid = dagCborCid(new Uint8Array(32).fill(1))
const BLOCK_BYTES = 5000
const LARGEST = 2 * 1024 * 1024

function want(kind: WantKind) {
  return { cid, kind, priority: 1, sendDontHave: true, isCancel: false }
}

/** A peer's wants, and the block that it wants, which the test stores or removes. */
function start(isHeld: boolean) {
  const served = createServedWants({ wantBudget: createByteBudget(0) })
  const store = { isHeld, onRead: () => {} }
  const blocks = {
    async get() {
      const bytes = store.isHeld ? new Uint8Array(BLOCK_BYTES) : undefined
      store.onRead()
      return bytes
    },
  }
  const blockstore = { stat: async () => (store.isHeld ? { sizeBytes: BLOCK_BYTES } : undefined) }
  const load = async () => {
    const answers = await loadAnswers(served, { blocks, blockstore })
    return {
      ...answers,
      told: answers.presences.map((presence) => presence.isHeld),
      sentBlocks: answers.blocks.length,
    }
  }
  return { served, store, load }
}

/** The CID of the block with this number. */
function cidAt(at: number): CID {
  const digest = new Uint8Array(32)
  new DataView(digest.buffer).setUint32(0, at)
  return dagCborCid(digest)
}

/** Wants of blocks of these sizes in this order, and the most bytes of them that were read at the same time. */
function sized(kind: WantKind, sizes: readonly number[]) {
  const served = createServedWants({ wantBudget: createByteBudget(1024 * 1024) })
  const wants = sizes.map((_, at) => ({ ...want(kind), cid: cidAt(at) }))
  served.take(wants, false)
  const sizeByKey = new Map(sizes.map((sizeBytes, at) => [blockKey(cidAt(at)), sizeBytes]))
  const sizeOf = (asked: CID) => sizeByKey.get(blockKey(asked)) ?? 0
  const memory = { readBytes: 0, mostBytes: 0 }
  const blocks = {
    async get(asked: CID) {
      memory.readBytes += sizeOf(asked)
      memory.mostBytes = Math.max(memory.mostBytes, memory.readBytes)
      await Promise.resolve()
      memory.readBytes -= sizeOf(asked)
      return new Uint8Array(sizeOf(asked))
    },
  }
  const blockstore = { stat: async (asked: CID) => ({ sizeBytes: sizeOf(asked) }) }
  return { served, memory, load: async () => loadAnswers(served, { blocks, blockstore }) }
}

describe('loadAnswers()', () => {
  it('loads two usual leaves for one message, and a larger block alone, whatever sizes came before', async () => {
    const leaf = 262_158
    const { served, load } = sized('block', [
      50,
      50,
      LARGEST,
      LARGEST,
      leaf,
      leaf,
      leaf,
      ...Array(300).fill(50),
    ])
    const sent: number[][] = []

    while (served.hasNext) {
      const answers = await load()
      sent.push(answers.blocks.map(({ data }) => data.byteLength))
      answers.settle()
    }

    expect(sent.slice(0, 5)).toEqual([[50, 50], [LARGEST], [LARGEST], [leaf, leaf], expect.any(Array)])
    expect(sent.flat()).toHaveLength(307)
  })

  it('reads at most 2 MiB at the same time to tell which blocks are here', async () => {
    const { served, memory, load } = sized('have', [...Array(20).fill(LARGEST / 4), LARGEST, LARGEST])
    const told: boolean[] = []

    while (served.hasNext) {
      const answers = await load()
      told.push(...answers.presences.map(({ isHeld }) => isHeld))
      answers.settle()
    }

    expect(told).toEqual(Array(22).fill(true))
    expect(memory.mostBytes).toBe(LARGEST)
  })

  it('answers a want for a block that arrives while the answer that it is here is being sent', async () => {
    const { served, load } = start(true)
    served.take([want('have')], false)
    const first = await load()
    served.take([want('block')], false)

    first.settle()

    expect(first).toMatchObject({ told: [true], sentBlocks: 0 })
    const second = await load()
    expect(second).toMatchObject({ told: [], sentBlocks: 1 })
    second.settle()
    expect(served.list()).toEqual([])
  })

  it('answers a want for a block that arrives while the block is read to tell whether it is here', async () => {
    const { served, store, load } = start(true)
    served.take([want('have')], false)
    store.onRead = () => {
      store.onRead = () => {}
      served.take([want('block')], false)
    }

    const answers = await load()

    expect(answers).toMatchObject({ told: [], sentBlocks: 1 })
  })

  it('answers a block that is stored while its absence is being told', async () => {
    const { served, store, load } = start(false)
    served.take([want('block')], false)
    const first = await load()
    store.isHeld = true

    expect(served.retry(cid)).toBe(true)
    first.settle()

    expect(first).toMatchObject({ told: [false] })
    expect(await load()).toMatchObject({ told: [], sentBlocks: 1 })
  })

  it('answers a block that is stored after it was read as absent, before the other reads have ended', async () => {
    const { served, store, load } = start(false)
    served.take([want('block')], false)
    store.onRead = () => {
      store.onRead = () => {}
      store.isHeld = true
      served.retry(cid)
    }

    const answers = await load()

    expect(answers).toMatchObject({ told: [], sentBlocks: 1 })
  })

  it('sends a block once to a peer that asks again while the block is being sent', async () => {
    const { served, load } = start(true)
    served.take([want('block')], false)
    const first = await load()

    served.take([want('have')], false)
    served.take([want('block')], false)
    expect(served.hasNext).toBe(false)
    first.settle()

    expect(served.list()).toEqual([])
  })

  it('sends a block to a peer that asks for it and then whether it is here', async () => {
    const { served, load } = start(true)
    served.take([want('block'), want('have')], false)

    expect(await load()).toMatchObject({ told: [], sentBlocks: 1 })
  })

  it('answers what was asked last when a message cannot be sent', async () => {
    const { served, load } = start(true)
    served.take([want('have')], false)
    const first = await load()
    served.take([want('block')], false)

    first.repeat()

    expect(await load()).toMatchObject({ told: [], sentBlocks: 1 })
  })
})
