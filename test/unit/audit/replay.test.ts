import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createReplay, type ReplayOptions } from '../../../src/audit/replay.ts'
import type { Change } from '../../../src/calendar/model/calendar.ts'
import { type CID, dagCborCid } from '../../../src/codec/cid/cid.ts'
import { chance } from '../rpc/chance.ts'

const RECORDS = 300
const COMMITS = 2_000

describe('createReplay()', () => {
  it('forgets the nodes of earlier states, whatever the number of commits', {
    timeout: 60_000,
  }, async () => {
    const { apply, change } = replayed()
    await apply(Array.from({ length: RECORDS }, (_, uid) => change(uid)))
    for (let at = 0; at < COMMITS / 3; at += 1) await apply([change(at % RECORDS)])
    const before = heldBytes()

    for (let at = 0; at < COMMITS; at += 1) await apply([change(at % RECORDS)])

    expect(heldBytes() - before).toBeLessThan(5 * 1024 * 1024)
  })

  it('refuses a calendar of more records than it takes, and counts removed ones no more', async () => {
    const { apply, change } = replayed({ maxRecords: 3 })
    await apply([1, 2, 3].map((uid) => change(uid)))
    await apply([change(3, true), change(4)])

    await expect(apply([change(5)])).rejects.toMatchObject({ fault: { kind: 'broken ledger' } })
  })

  it('comes to the same state as a replay that forgets nothing', { timeout: 60_000 }, async () => {
    const random = chance(7)
    const { apply, change, current } = replayed()
    const roots: string[] = []
    for (let at = 0; at < 1_000; at += 1) {
      const uids = new Set([random.below(RECORDS), random.below(RECORDS)])
      roots.push(await apply([...uids].map((uid) => change(uid, random.below(4) === 0))))
    }
    const fresh = createReplay()
    const whole = [...current()].map(([uid, after]): Change => ({ ...nameOf(uid), before: undefined, after }))

    expect(String(await fresh.apply(whole))).toBe(roots.at(-1))
  })
})

/** A replay, and what it holds: each change names the version before it. */
function replayed(options: ReplayOptions = {}) {
  const replay = createReplay(options)
  const held = new Map<number, CID>()
  let versions = 0
  return {
    current: () => held,
    change(uid: number, isRemoval = false): Change {
      versions += 1
      const digest = new Uint8Array(32)
      new DataView(digest.buffer).setUint32(0, versions)
      const change = {
        ...nameOf(uid),
        before: held.get(uid),
        after: isRemoval ? undefined : dagCborCid(digest),
      }
      if (change.after) held.set(uid, change.after)
      else held.delete(uid)
      return change
    },
    async apply(changes: readonly Change[]): Promise<string> {
      const root = await replay.apply(changes)
      if (!root) throw new Error('a change was refused')
      return String(root)
    },
  }
}

function nameOf(uid: number): Pick<Change, 'collection' | 'uid'> {
  return { collection: 'events', uid: `record-${uid}` }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

/** What stays in memory after a collection. */
function heldBytes(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
