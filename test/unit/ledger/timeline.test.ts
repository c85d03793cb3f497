import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { advanceHeight } from '../../../src/ledger/operations/advance-height.ts'
import { listQueue } from '../../../src/ledger/queries/list-queue.ts'
import { getLatest, getUpdate } from '../../../src/ledger/queries/read-update.ts'
import { loadRoot } from '../../../src/ledger/state/root.ts'
import { creation, failure, ledgerOf, OTHER_ROLLAPP, ROLLAPP, update } from './ledger-of.ts'

async function statusOf(ledger: Ledger, index: bigint): Promise<number> {
  return (await getUpdate(await ledger.open(), { rollappId: ROLLAPP, index })).record.status
}

async function finalIndex(ledger: Ledger): Promise<bigint | undefined> {
  const state = await ledger.open()
  return (await state.rollapp(ROLLAPP)).node.latestFinal
}

async function rows(ledger: Ledger): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const { height, entries } of listQueue(await ledger.open())) {
    found.push([height, ...entries.map(({ rollappId, index }) => `${rollappId}/${index}`)])
  }
  return found
}

describe('a ledger with a dispute period of 3', () => {
  it('follows the golden timeline', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())
    await ledger.advance({ to: 10n })

    expect(await ledger.submit(update(1n, 2n))).toMatchObject({ index: 1n, finalizationHeight: 13n })
    await ledger.advance({ by: 1n })
    expect(await ledger.submit(update(3n, 1n))).toMatchObject({ index: 2n, finalizationHeight: 14n })
    await expect(ledger.submit(update(4n, 1n))).rejects.toMatchObject(failure(1010))
    expect(await rows(ledger)).toEqual([
      [13n, `${ROLLAPP}/1`],
      [14n, `${ROLLAPP}/2`],
    ])
    expect(await ledger.advance({ to: 12n })).toMatchObject({ finalized: [] })
    expect(await statusOf(ledger, 1n)).toBe(1)
    expect(await ledger.advance({ to: 13n })).toMatchObject({
      finalized: [{ rollappId: ROLLAPP, index: 1n }],
    })
    expect(await statusOf(ledger, 1n)).toBe(2)
    expect(await statusOf(ledger, 2n)).toBe(1)
    expect(await ledger.advance({ to: 14n })).toMatchObject({
      finalized: [{ rollappId: ROLLAPP, index: 2n }],
    })
    expect(await getLatest(await ledger.open(), { rollappId: ROLLAPP, finalized: true })).toMatchObject({
      record: { stateInfoIndex: { index: 2n }, creationHeight: 11n, status: 2 },
      finalHeight: 14n,
    })
    expect(await rows(ledger)).toEqual([])
  })

  it('accepts a second update at one height when the rule is off', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())
    await ledger.setParams({ onePerHeight: false })

    await ledger.submit(update(1n, 1n))
    await ledger.submit(update(2n, 1n))

    expect(await ledger.advance({ to: 3n })).toMatchObject({ finalized: [{ index: 1n }, { index: 2n }] })
  })
})

describe('a ledger with a dispute period of 1', () => {
  it('makes a record final one height after its own', async () => {
    const ledger = ledgerOf()
    await ledger.setParams({ disputePeriod: 1n })
    await ledger.create(creation())
    await ledger.advance({ to: 10n })

    expect(await ledger.submit(update(1n, 2n))).toMatchObject({ finalizationHeight: 11n })

    expect(await ledger.advance({ to: 11n })).toMatchObject({ finalized: [{ index: 1n }] })
  })

  it('refuses a dispute period of 0', async () => {
    await expect(ledgerOf().setParams({ disputePeriod: 0n })).rejects.toMatchObject(failure(18, 'sdk'))
  })
})

describe('a dispute period that is shortened between two updates', () => {
  it('leaves the rows where they are, keeps the order of indexes, and never moves the pointer back', async () => {
    const ledger = ledgerOf()
    await ledger.setParams({ disputePeriod: 10n })
    await ledger.create(creation())
    await ledger.advance({ to: 10n })
    await ledger.submit(update(1n, 1n))
    await ledger.setParams({ disputePeriod: 3n })
    await ledger.advance({ to: 11n })
    await ledger.submit(update(2n, 1n))

    expect(await rows(ledger)).toEqual([
      [14n, `${ROLLAPP}/2`],
      [20n, `${ROLLAPP}/1`],
    ])
    const pointers: unknown[] = []
    for (let height = 12n; height <= 21n; height += 1n) {
      await ledger.advance({ to: height })
      pointers.push(await finalIndex(ledger))
    }
    expect(pointers).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 2n, 2n])
    expect(await rows(ledger)).toEqual([])
    expect((await getUpdate(await ledger.open(), { rollappId: ROLLAPP, index: 2n })).finalHeight).toBe(20n)
  })
})

describe('advanceHeight()', () => {
  it('comes to the same state in one call as in a thousand', async () => {
    const filled = async () => {
      const ledger = ledgerOf()
      await ledger.create(creation())
      await ledger.create(creation({ rollappId: OTHER_ROLLAPP }))
      await ledger.setParams({ onePerHeight: false })
      for (let index = 0n; index < 40n; index += 1n) {
        await ledger.setParams({ disputePeriod: ((index * 37n) % 900n) + 1n })
        await ledger.submit(update(index + 1n, 1n))
        await ledger.submit(update(index + 1n, 1n, { rollappId: OTHER_ROLLAPP }))
      }
      return ledger
    }
    const [once, often] = [await filled(), await filled()]

    await once.advance({ to: 1000n })
    for (let height = 1n; height <= 1000n; height += 1n) await often.advance({ to: height })

    const contents = async (ledger: Ledger) => {
      const { blocks } = await ledger.open()
      const { op: _, prev: __, ...rest } = await loadRoot(blocks, await ledger.head(), {})
      return rest
    }
    expect(await contents(once)).toEqual(await contents(often))
    expect(await finalIndex(once)).toBe(40n)
  })

  it('answers 3003 unless the height grows, and changes nothing', async () => {
    const ledger = ledgerOf()
    await ledger.advance({ to: 5n })
    const root = await ledger.head()

    for (const to of [0n, 4n, 5n]) await expect(ledger.advance({ to })).rejects.toMatchObject(failure(3003))
    await expect(ledger.advance({ by: 0n })).rejects.toMatchObject(failure(3003))

    expect((await ledger.head()).equals(root)).toBe(true)
  })

  it('keeps a record that cannot become final, with all after it, and continues with other rollapps', async () => {
    let isBroken = true
    const ledger = ledgerOf({
      async onFinal({ stateInfoIndex }) {
        if (isBroken && stateInfoIndex.rollappId === ROLLAPP) throw new Error('the hook is broken')
      },
    })
    await ledger.create(creation())
    await ledger.create(creation({ rollappId: OTHER_ROLLAPP }))
    await ledger.submit(update(1n, 1n))
    await ledger.submit(update(1n, 1n, { rollappId: OTHER_ROLLAPP }))
    await ledger.advance({ to: 1n })
    await ledger.submit(update(2n, 1n))

    expect(await ledger.advance({ to: 4n })).toMatchObject({
      finalized: [{ rollappId: OTHER_ROLLAPP, index: 1n }],
      failures: [{ rollappId: ROLLAPP, index: 1n, message: 'unexpected error' }],
    })
    expect(await rows(ledger)).toEqual([
      [3n, `${ROLLAPP}/1`],
      [4n, `${ROLLAPP}/2`],
    ])
    isBroken = false
    expect(await ledger.advance({ to: 5n })).toMatchObject({
      finalized: [
        { rollappId: ROLLAPP, index: 1n },
        { rollappId: ROLLAPP, index: 2n },
      ],
      failures: [],
    })
    expect(await rows(ledger)).toEqual([])
  })

  it('tries at most 100 records again in one call', async () => {
    let calls = 0
    const ledger = ledgerOf({
      async onFinal() {
        calls += 1
        throw new Error('the hook is broken')
      },
    })
    for (let number = 1; number <= 120; number += 1) {
      const rollappId = `many_${number}-1`
      await ledger.create(creation({ rollappId }))
      await ledger.submit(update(1n, 1n, { rollappId }))
    }

    await ledger.advance({ to: 3n })
    expect(calls).toBe(120)
    await ledger.advance({ to: 4n })
    expect(calls).toBe(220)
  })

  it('does not change a state whose operation fails', async () => {
    const ledger = ledgerOf()
    const state = await ledger.open()

    await expect(advanceHeight(state, 0n)).rejects.toMatchObject(failure(3003))

    expect(state.height).toBe(0n)
  })
})
