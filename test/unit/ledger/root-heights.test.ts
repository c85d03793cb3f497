import { describe, expect, it } from 'vitest'
import type { CID } from '../../../src/codec/cid/cid.ts'
import { createContentLock } from '../../../src/content-lock/content-lock.ts'
import { createLedger, type Ledger } from '../../../src/ledger/ledger.ts'
import { exportCar } from '../../../src/ledger/transfer/export-car.ts'
import { createDagWalk } from '../../../src/pins/dag-walk.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { keyOf, prefixRange } from '../../../src/state/keys.ts'
import { memoryPorts } from '../memory-ports.ts'
import { creation, failure, update } from './ledger-of.ts'

function held() {
  const ports = memoryPorts()
  const walk = createDagWalk(ports.blockstore)
  const ledger = createLedger({ ...ports, walk, contentLock: createContentLock(ports) })
  return { ports, ledger }
}

/** Writes on a ledger, and tells the last root of each height it went through. */
async function written(ledger: Ledger, { updates, from }: { updates: number; from: bigint }) {
  const last = new Map<bigint, CID>()
  for (let at = 0; at < updates; at += 1) {
    await ledger.advance({ by: at % 3 === 2 ? 5n : 1n })
    await ledger.submit(update(from + BigInt(at), 1n))
    last.set((await ledger.open()).height, await ledger.head())
  }
  return last
}

/** What is at each height from 1 to the newest: the last root at or before it. */
async function expectAll(ledger: Ledger, last: ReadonlyMap<bigint, CID>): Promise<void> {
  const { height: newest } = await ledger.open()
  let expected: CID | undefined
  for (let height = 1n; height <= newest; height += 1n) {
    expected = last.get(height) ?? expected
    const found = await ledger.openAt(height)
    if (expected) expect(found.cid, `at height ${height}`).toEqual(expected)
    expect(found.height <= height).toBe(true)
  }
}

describe('ledger.openAt()', () => {
  it('opens the last root of a height, or of the one before where nothing was written', async () => {
    const { ledger } = held()
    await ledger.create(creation())

    const last = await written(ledger, { updates: 20, from: 1n })

    await expectAll(ledger, last)
    expect((await ledger.openAt(0n)).height).toBe(0n)
  })

  it('refuses a height that the ledger has not reached', async () => {
    const { ledger } = held()
    await ledger.advance({ to: 5n })

    await expect(ledger.openAt(6n)).rejects.toMatchObject(failure(26, 'sdk'))
  })

  it('answers 3005 for a height whose root is not held any more', async () => {
    const { ports, ledger } = held()
    await ledger.create(creation())
    const last = await written(ledger, { updates: 4, from: 1n })
    const gone = last.get(1n)
    if (!gone) throw new Error('height 1 was written')

    await ports.blockstore.delete(gone)

    await expect(ledger.openAt(1n)).rejects.toMatchObject(failure(3005))
    await expect(ledger.openAt(2n)).resolves.toMatchObject({ height: 2n })
  })

  it('opens a height that was passed over without the roots of the next one', async () => {
    const { ports, ledger } = held()
    await ledger.advance({ to: 3n })
    const before = await ledger.head()
    await ledger.advance({ to: 9n })
    for (let at = 1; at <= 30; at += 1) await ledger.create(creation({ rollappId: `many_${at}-1` }))
    let reads = 0
    const blockstore: Blockstore = {
      ...ports.blockstore,
      get: (cid, options) => {
        reads += 1
        return ports.blockstore.get(cid, options)
      },
    }
    const walk = createDagWalk(blockstore)
    const other = createLedger({ ...ports, blockstore, walk, contentLock: createContentLock(ports) })

    expect((await other.openAt(8n)).cid).toEqual(before)

    expect(reads).toBeLessThan(5)
  })

  it('finds heights that were written before there were rows', async () => {
    const { ports, ledger } = held()
    await ledger.create(creation())
    const last = await written(ledger, { updates: 8, from: 1n })
    for await (const [key] of ports.datastore.range(prefixRange(keyOf('ledger/height/')))) {
      await ports.datastore.batch([{ type: 'delete', key }])
    }

    await expectAll(ledger, last)
  })

  it('follows a ledger that was taken over, from nothing and from where it stood', async () => {
    const [from, to] = [held(), held()]
    await to.ledger.advance({ to: 3n })
    await to.ledger.advance({ to: 40n })
    await from.ledger.create(creation())
    const take = async () => {
      const state = await from.ledger.open()
      const bytes = exportCar(state, { history: true })
      await to.ledger.importCar(bytes)
    }

    const first = await written(from.ledger, { updates: 6, from: 1n })
    await take()
    await expectAll(to.ledger, first)
    const second = await written(from.ledger, { updates: 6, from: 7n })
    await take()
    await expectAll(to.ledger, new Map([...first, ...second]))
    const own = await written(to.ledger, { updates: 6, from: 13n })

    await expectAll(to.ledger, new Map([...first, ...second, ...own]))
  })
})
