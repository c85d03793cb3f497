import * as Digest from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { createByteBudget } from '../../../../src/blocks/byte-budget.ts'
import { CID, dagCborCid } from '../../../../src/codec/cid/cid.ts'
import {
  createServedWants,
  type ServedWants,
  type ServedWantsOptions,
} from '../../../../src/net/exchange/server/served-wants.ts'

const cidAt = (at: number) => dagCborCid(new Uint8Array(32).fill(at))

function want(at: number, isCancel = false) {
  return { cid: cidAt(at), priority: 1, kind: 'block' as const, sendDontHave: true, isCancel }
}

/** Wants of digests of this length. */
function wantsOf(count: number, digestBytes: number) {
  return Array.from({ length: count }, (_, at) => {
    const digest = new Uint8Array(digestBytes)
    new DataView(digest.buffer).setUint32(0, at)
    return { ...want(0), cid: CID.createV1(0x55, Digest.create(0x13, digest)) }
  })
}

function start(options: Partial<ServedWantsOptions> = {}): ServedWants {
  return createServedWants({ wantBudget: createByteBudget(16 * 1024 * 1024), ...options })
}

/** Begins to answer the next want. */
function begin(served: ServedWants) {
  const [next] = served.first(1)
  return next && served.begin(next) ? next : undefined
}

const sizeOf = (served: ServedWants) => served.list().length

describe('createServedWants()', () => {
  it('leaves out wants over its limit, and takes others when some have ended', () => {
    const served = start({ maxWants: 2 })

    served.take([want(1), want(2), want(3)], false)
    expect(served.list()).toEqual([cidAt(1), cidAt(2)])
    const first = begin(served)
    if (first) served.done(first)
    served.take([want(3)], false)

    expect(served.list()).toEqual([cidAt(2), cidAt(3)])
  })

  it('takes 1,024 wants of digests of 64 bytes where other peers use all common memory', () => {
    const served = start({ wantBudget: { tryTake: () => undefined } })

    served.take(wantsOf(2000, 64), false)

    expect(sizeOf(served)).toBeGreaterThanOrEqual(1024)
    expect(sizeOf(served)).toBeLessThan(1100)
  })

  it('takes all links of a wide node, and at most 8,192 wants', () => {
    const served = start()

    served.take(wantsOf(3500, 32), false)
    expect(sizeOf(served)).toBe(3500)
    served.take(wantsOf(20_000, 32), false)

    expect(sizeOf(served)).toBe(8192)
  })

  it('takes fewer wants of CIDs that take more memory', () => {
    const served = start()
    const long = wantsOf(8192, 1000)

    served.take(long, false)
    const heldBytes = served.list().reduce((sum, { byteLength }) => sum + byteLength, 0)

    expect(heldBytes).toBeLessThan(3 * 1024 * 1024)
    for (let one = begin(served); one; one = begin(served)) served.done(one)
    served.take(long.slice(-50), false)
    expect(sizeOf(served)).toBe(50)
  })

  it('gives common memory back when its wants have ended, and when the peer leaves', () => {
    const wantBudget = createByteBudget(2 * 1024 * 1024)
    const first = start({ wantBudget })
    const second = start({ wantBudget })
    first.take(wantsOf(8192, 32), false)
    const firstSize = sizeOf(first)
    second.take(wantsOf(8192, 32), false)
    expect(sizeOf(second)).toBeLessThan(1500)

    first.close()
    first.take(wantsOf(8192, 32), false)
    second.take(wantsOf(8192, 32), true)

    expect(sizeOf(first)).toBe(0)
    expect(sizeOf(second)).toBe(firstSize)
    for (let one = begin(second); one; one = begin(second)) second.done(one)
    expect(wantBudget.tryTake(2 * 1024 * 1024)).toBeDefined()
  })

  it('drops wants of absent blocks first', () => {
    const served = start({ maxWants: 2 })
    served.take([want(1), want(2)], false)
    const first = begin(served)
    if (first) served.wait(first)

    served.take([want(3)], false)

    expect(served.list()).toEqual([cidAt(2), cidAt(3)])
  })

  it('answers an absent block when it arrives, unless the peer has cancelled', () => {
    const served = start()
    served.take([want(1), want(2)], false)
    for (const one of [begin(served), begin(served)]) if (one) served.wait(one)
    served.take([want(2, true)], false)

    expect([served.retry(cidAt(1)), served.retry(cidAt(2)), served.retry(cidAt(3))]).toEqual([
      true,
      false,
      false,
    ])
    expect(begin(served)?.cid).toEqual(cidAt(1))
    expect(served.hasNext).toBe(false)
  })

  it('begins no want that the peer has cancelled, or asked for anew, since it was listed', () => {
    const served = start()
    served.take([{ ...want(1), kind: 'have' }, want(2), want(3)], false)
    const [asked, cancelled, kept] = served.first(3)

    served.take([want(1), want(2, true)], false)

    expect([asked, cancelled, kept].map((one) => one && served.begin(one))).toEqual([false, false, true])
    expect(served.first(3).map(({ cid, kind }) => [cid, kind])).toEqual([[cidAt(1), 'block']])
  })

  it('replaces all wants by a full list', () => {
    const served = start()
    served.take([want(1), want(2)], false)

    served.take([want(3)], true)

    expect(served.list()).toEqual([cidAt(3)])
  })
})
