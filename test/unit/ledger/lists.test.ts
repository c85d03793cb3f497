import { beforeAll, describe, expect, it } from 'vitest'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { listRollapps } from '../../../src/ledger/queries/list-rollapps.ts'
import { type ListUpdates, listUpdates } from '../../../src/ledger/queries/list-updates.ts'
import type { Page, PageRequest } from '../../../src/ledger/queries/page.ts'
import { getUpdate, resolveUpdate } from '../../../src/ledger/queries/read-update.ts'
import vectors from '../../fixtures/ledger/vectors.json' with { type: 'json' }
import { toHex } from '../../requests/hex.ts'
import { creation, failure, ledgerOf, ROLLAPP, update } from './ledger-of.ts'

/** 40 records of two blocks each, of which 25 are final, and 12 rollapps. */
let ledger: Ledger
beforeAll(async () => {
  ledger = ledgerOf()
  await ledger.setParams({ disputePeriod: 16n })
  for (const number of [100, 2, 11, 1, 99, 10, 3, 20, 33, 9, 1000]) {
    await ledger.create(creation({ rollappId: `many_${number}-1` }))
  }
  await ledger.create(creation())
  for (let at = 0n; at < 40n; at += 1n) {
    await ledger.submit(update(2n * at + 1n, 2n))
    await ledger.advance({ by: 1n })
  }
})

async function pages<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  page: PageRequest,
): Promise<Item[][]> {
  const found: Item[][] = []
  for (let key: Uint8Array | undefined; ; ) {
    const { items, nextKey } = await read({ ...page, ...(key && { key }) })
    found.push([...items])
    if (!nextKey) return found
    key = nextKey
  }
}

async function indexes(options: Partial<ListUpdates>): Promise<bigint[][]> {
  const state = await ledger.open()
  const found = await pages(
    (page) => listUpdates(state, { rollappId: ROLLAPP, ...options, ...page }),
    options,
  )
  return found.map((page) => page.map(({ summary }) => summary.stateInfoIndex.index))
}

const text = (key: string) => new TextEncoder().encode(key)

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => BigInt(from + at))

describe('listUpdates()', () => {
  it.each([1n, 2n, 7n, 20n, 40n, 41n, 1000n])('lists all in numeric order by pages of %i', async (limit) => {
    const found = await indexes({ limit })

    expect(found.flat()).toEqual(upTo(40))
    for (const page of found.slice(0, -1)) expect(BigInt(page.length)).toBe(limit)
    expect(found).toHaveLength(Math.ceil(40 / Number(limit)))
  })

  it('lists backwards, by pages too', async () => {
    expect((await indexes({ limit: 7n, reverse: true })).flat()).toEqual(upTo(40).reverse())
  })

  it.each([
    [2, upTo(25)],
    [1, upTo(15, 26)],
    [0, []],
    [3, []],
  ])('fills pages of a filter by status %i', async (status, expected) => {
    const state = await ledger.open()

    expect((await indexes({ status, limit: 4n })).flat()).toEqual(expected)
    expect((await indexes({ status, limit: 4n, reverse: true })).flat()).toEqual([...expected].reverse())
    const { total } = await listUpdates(state, { rollappId: ROLLAPP, status })
    expect(total).toBe(BigInt(expected.length))
  })

  it('begins a page at the key under which stores of the network have its first record', async () => {
    const state = await ledger.open()
    const records = await listUpdates(state, { rollappId: ROLLAPP, limit: 9n })
    const rollapps = await listRollapps(state, { limit: 1n })

    const inStore = (name: string, key: Uint8Array = new Uint8Array(0)) =>
      toHex(new Uint8Array([...text(`${name}/value/`), ...key]))
    const golden = vectors.storeKeys.filter(({ what }) => what === 'StateInfo, seed profile')
    expect(golden.map(({ hex }) => hex)).toEqual([inStore('StateInfo', records.nextKey)])
    expect(rollapps.nextKey).toEqual(text('many_2-1/'))
    for (const index of [40n, 2n ** 64n - 1n]) {
      const key = text(`${ROLLAPP}/${index}/`)
      const found = await listUpdates(state, { rollappId: ` ${ROLLAPP} `, key })
      expect(found.items).toHaveLength(index === 40n ? 1 : 0)
      expect((await listUpdates(state, { rollappId: ROLLAPP, key, reverse: true })).items).toHaveLength(40)
    }
  })

  it('passes over an offset, in both directions', async () => {
    const state = await ledger.open()
    const first = async (options: PageRequest) =>
      (await listUpdates(state, { rollappId: ROLLAPP, ...options })).items[0]?.summary.stateInfoIndex.index

    expect(await first({ offset: 9n })).toBe(10n)
    expect(await first({ offset: 9n, reverse: true })).toBe(31n)
    expect(await first({ offset: 40n })).toBeUndefined()
    for (const offset of [2n ** 52n, 2n ** 53n + 1n, 2n ** 64n - 1n]) {
      expect(await first({ offset })).toBeUndefined()
      expect(await first({ offset, reverse: true })).toBeUndefined()
      expect(await listRollapps(state, { offset })).toMatchObject({ items: [] })
    }
  })

  it.each([
    ['a key and an offset', { key: new Uint8Array(8), offset: 1n }],
    ['a key that no page gave', { key: Uint8Array.of(1, 2) }],
    ['a key of another rollapp, or no index', { key: text('other_77-1/3/') }],
    ['a key without its end', { key: text(`${ROLLAPP}`) }],
    ['a key of index 0', { key: text(`${ROLLAPP}/0/`) }],
    ['a limit over 1,000', { limit: 1001n }],
  ])('answers 3004 for %s', async (_, page: PageRequest) => {
    const state = await ledger.open()

    await expect(listUpdates(state, { rollappId: ROLLAPP, ...page })).rejects.toMatchObject(failure(3004))
    await expect(listRollapps(state, page)).rejects.toMatchObject(failure(3004))
  })

  it('answers 1007 for an unknown rollapp', async () => {
    await expect(listUpdates(await ledger.open(), { rollappId: 'no_5-1' })).rejects.toMatchObject(
      failure(1007),
    )
  })
})

describe('listRollapps()', () => {
  const NUMBERS = [1, 2, 3, 9, 10, 11, 20, 33, 99, 100, 1000, 1234]

  it.each([1n, 5n, 12n, 100n])('lists by number, with what is reached, by pages of %i', async (limit) => {
    const state = await ledger.open()
    for (const reverse of [false, true]) {
      const found = await pages((page) => listRollapps(state, page), { limit, reverse })

      const numbers = found.flat().map(({ rollapp }) => Number(/_(\d+)-/.exec(rollapp.id)?.[1]))
      expect(numbers).toEqual(reverse ? [...NUMBERS].reverse() : NUMBERS)
    }
    const { items, total } = await listRollapps(state, { offset: 10n })
    expect(total).toBe(12n)
    expect(items).toMatchObject([
      { rollapp: { id: 'many_1000-1' } },
      {
        rollapp: { id: ROLLAPP },
        latest: { index: 40n, height: 80n },
        latestFinal: { index: 25n, height: 50n },
      },
    ])
    expect(items[0]).not.toHaveProperty('latest')
  })
})

describe('resolveUpdate()', () => {
  const query = { rollappId: ROLLAPP, index: 0n, height: 0n, finalized: false }

  it.each([
    [{ index: 3n, height: 80n, finalized: true }, 3n],
    [{ height: 79n, finalized: true }, 40n],
    [{ height: 1n }, 1n],
    [{ height: 20n }, 10n],
    [{ finalized: true }, 25n],
    [{}, 40n],
  ])('chooses by %o', async (options, index) => {
    const found = await resolveUpdate(await ledger.open(), { ...query, ...options })

    expect(found.record.stateInfoIndex.index).toBe(index)
    expect(found.record.status).toBe(index <= 25n ? 2 : 1)
  })

  it.each([
    ['an index to come', { index: 41n }, failure(38, 'sdk')],
    ['an index beyond 2^53', { index: 2n ** 53n + 1n }, failure(38, 'sdk')],
    ['the greatest index', { index: 2n ** 64n - 1n }, failure(38, 'sdk')],
    ['a height to come', { height: 81n }, failure(1017)],
    ['the greatest height', { height: 2n ** 64n - 1n }, failure(1017)],
    ['an unknown rollapp', { rollappId: 'no_5-1' }, failure(1007)],
    ['a rollapp of the same number', { rollappId: 'other_1234-1' }, failure(1007)],
    ['no record at all', { rollappId: 'many_1-1' }, failure(38, 'sdk')],
    ['no final record', { rollappId: 'many_1-1', finalized: true }, failure(1024)],
  ])('answers that there is no such record for %s', async (_, options, expected) => {
    await expect(resolveUpdate(await ledger.open(), { ...query, ...options })).rejects.toMatchObject(expected)
  })

  it('reads an old root as it was', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())
    const { root } = await ledger.submit(update(1n, 1n))
    await ledger.advance({ to: 3n })

    const then = await getUpdate(await ledger.open(root), { rollappId: ROLLAPP, index: 1n })
    expect(then.record.status).toBe(1)
  })
})
