import { describe, expect, it } from 'vitest'
import type { StateInfo } from '../../../proto/gen/ledger-schema.ts'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import type { LedgerEvent } from '../../../src/ledger/operations/ledger-events.ts'
import { FIRST_BLOCK } from '../../../src/ledger/state/root.ts'
import type { WatchOptions } from '../../../src/ledger/watch-ledger.ts'
import { creation, failure, ledgerOf, OTHER_ROLLAPP, ROLLAPP, update } from './ledger-of.ts'

async function seen(ledger: Ledger, options: WatchOptions = {}): Promise<LedgerEvent[]> {
  const events: LedgerEvent[] = []
  for await (const event of ledger.watch({ from: FIRST_BLOCK.cid, follow: false, ...options }))
    events.push(event)
  return events
}

const told = (events: readonly LedgerEvent[]) =>
  events.map(
    ({ type, attributes: { rollapp_id, state_info_index } }) => `${type} ${rollapp_id} ${state_info_index}`,
  )

async function busyLedger(): Promise<Ledger> {
  const ledger = ledgerOf()
  await ledger.create(creation())
  await ledger.create(creation({ rollappId: OTHER_ROLLAPP }))
  await ledger.submit(update(1n, 2n, { DAPath: 'client.1' }))
  await ledger.submit(update(1n, 1n, { rollappId: OTHER_ROLLAPP }))
  await ledger.advance({ to: 1n })
  await ledger.submit(update(3n, 1n))
  await ledger.advance({ to: 3n })
  await ledger.revert({ rollappId: ROLLAPP, height: 3n, reason: 'a lie' })
  return ledger
}

describe('watch()', () => {
  it('tells the events of the past in order, with the attributes of the network', async () => {
    const events = await seen(await busyLedger())

    expect(told(events)).toEqual([
      `state_update ${ROLLAPP} 1`,
      `state_update ${OTHER_ROLLAPP} 1`,
      `state_update ${ROLLAPP} 2`,
      `status_change ${ROLLAPP} 1`,
      `status_change ${OTHER_ROLLAPP} 1`,
      `hard_fork ${ROLLAPP} undefined`,
    ])
    expect(events[0]?.attributes).toEqual({
      ...{ rollapp_id: ROLLAPP, state_info_index: '1', start_height: '1', num_blocks: '2' },
      ...{ da_path: 'client.1', status: 'STATE_STATUS_RECEIVED' },
    })
    expect(events[4]?.attributes).toMatchObject({ status: 'STATE_STATUS_FINALIZED' })
    expect(events[5]?.attributes).toEqual({ rollapp_id: ROLLAPP, new_revision_height: '3' })
  })

  it('tells what became final in the order in which it did, over all rollapps', async () => {
    const ledger = ledgerOf()
    const ids = ['b_3-1', 'a_9-1', 'c_1-1']
    for (const rollappId of ids) await ledger.create(creation({ rollappId }))
    const submitAll = async (start: bigint, order: readonly string[]) => {
      for (const rollappId of order) await ledger.submit(update(start, 1n, { rollappId }))
      await ledger.advance({ by: 1n })
    }
    await ledger.setParams({ disputePeriod: 5n })
    await submitAll(1n, ids)
    await ledger.setParams({ disputePeriod: 1n })
    await submitAll(2n, ids.toReversed())
    await submitAll(3n, ids)
    const { root } = await ledger.advance({ by: 1n })

    const { finalized } = await ledger.advance({ to: 9n })

    expect(finalized).toHaveLength(9)
    expect(told(await seen(ledger, { from: root }))).toEqual(
      finalized.map(({ rollappId, index }) => `status_change ${rollappId} ${index}`),
    )
  })

  it('tells of no record that could not become final', async () => {
    let isFailing = true
    const onFinal = async ({ stateInfoIndex }: StateInfo) => {
      if (isFailing && stateInfoIndex.rollappId === ROLLAPP) throw new Error('no')
    }
    const ledger = ledgerOf({ onFinal })
    await ledger.create(creation())
    await ledger.create(creation({ rollappId: OTHER_ROLLAPP }))
    await ledger.submit(update(1n, 1n))
    await ledger.submit(update(1n, 1n, { rollappId: OTHER_ROLLAPP }))
    const { root: first } = await ledger.advance({ to: 3n })
    isFailing = false
    await ledger.advance({ to: 4n })

    const status = 'STATE_STATUS_FINALIZED'
    expect(told(await seen(ledger, { status }))).toEqual([
      `status_change ${OTHER_ROLLAPP} 1`,
      `status_change ${ROLLAPP} 1`,
    ])
    expect(told(await seen(ledger, { status, from: first }))).toEqual([`status_change ${ROLLAPP} 1`])
  })

  it('can be resumed from the root of any event', async () => {
    const ledger = await busyLedger()
    const events = await seen(ledger)

    for (const [at, { root }] of events.entries()) {
      const rest = events.slice(at + 1).filter((event) => !event.root.equals(root))
      expect(await seen(ledger, { from: root })).toEqual(rest)
    }
  })

  it('tells those of one rollapp, and those of one status', async () => {
    const ledger = await busyLedger()

    expect(told(await seen(ledger, { rollappId: OTHER_ROLLAPP }))).toEqual([
      `state_update ${OTHER_ROLLAPP} 1`,
      `status_change ${OTHER_ROLLAPP} 1`,
    ])
    expect(await seen(ledger, { status: 'STATE_STATUS_FINALIZED', rollappId: ROLLAPP })).toHaveLength(1)
  })

  it('waits for what is to come, and ends with its signal', async () => {
    const mayLook = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const waits = mayLook.map(({ promise }) => promise)
    const abort = new AbortController()
    const ledger = ledgerOf({
      clock: {
        async sleep(_, { signal } = {}) {
          await (waits.shift() ?? Promise.reject(signal?.reason ?? new Error('looks too often')))
        },
      },
    })
    await ledger.create(creation())
    const events = ledger.watch({ signal: abort.signal })

    const first = events.next()
    await ledger.submit(update(1n, 1n))
    mayLook[0]?.resolve()
    expect((await first).value).toMatchObject({ type: 'state_update' })

    const second = events.next()
    abort.abort(new Error('the caller has left'))
    mayLook[1]?.resolve()
    await expect(second).rejects.toThrow('the caller has left')
  })

  it('tells each event once and in order, to watchers that come meanwhile and to slow ones', async () => {
    const ledger = ledgerOf({ clock: { sleep: async () => new Promise((wake) => setImmediate(wake)) } })
    const { root } = await ledger.create(creation())
    const watched = async (pause: () => Promise<unknown>) => {
      const indexes: string[] = []
      const status = 'STATE_STATUS_RECEIVED'
      for await (const { attributes } of ledger.watch({ from: root, status })) {
        indexes.push(attributes['state_info_index'] ?? '')
        if (indexes.length === 40) return indexes
        await pause()
      }
      return indexes
    }
    const atOnce = async () => undefined
    const slowly = () => new Promise((wake) => setTimeout(wake, 2))

    const watchers = [watched(slowly)]
    for (let start = 1n; start <= 40n; start++) {
      await ledger.submit(update(start, 1n))
      await ledger.advance({ by: 1n })
      if (start % 10n === 0n) watchers.push(watched(start === 20n ? slowly : atOnce))
    }

    const all = Array.from({ length: 40 }, (_, at) => String(at + 1))
    for (const indexes of await Promise.all(watchers)) expect(indexes).toEqual(all)
  })

  it('answers 3005 for a root that is not behind the newest', async () => {
    const ledger = await busyLedger()
    const stranger = (await ledgerOf().create(creation({ rollappId: 'stranger_9-1' }))).root

    await expect(seen(ledger, { from: stranger })).rejects.toMatchObject(failure(3005))
  })
})
