import * as Digest from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { CID, dagCborCid } from '../../../../src/codec/cid/cid.ts'
import { createServedWants } from '../../../../src/net/exchange/server/served-wants.ts'

const cidAt = (at: number) => dagCborCid(new Uint8Array(32).fill(at))

function want(at: number, isCancel = false) {
  return { cid: cidAt(at), priority: 1, kind: 'block' as const, sendDontHave: true, isCancel }
}

describe('createServedWants()', () => {
  it('refuses wants over its limit, and accepts others when some have ended', () => {
    const served = createServedWants({ maxWants: 2 })

    expect(served.take([want(1), want(2), want(3)], false)).toEqual([want(3)])
    const first = served.next()
    if (first) served.done(first)
    expect(served.take([want(3)], false)).toEqual([])
    expect(served.list()).toEqual([cidAt(2), cidAt(3)])
  })

  it('refuses wants whose CIDs take more memory than 1,024 usual ones', () => {
    const long = Array.from({ length: 1024 }, (_, at) => {
      const digest = new Uint8Array(1000)
      new DataView(digest.buffer).setUint32(0, at)
      return { ...want(0), cid: CID.createV1(0x55, Digest.create(0x12, digest)) }
    })
    const served = createServedWants()

    const refused = served.take(long, false)
    expect(served.list().reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(128 * 1024)
    expect(served.list().length + refused.length).toBe(1024)
    const kept = served.list().map((cid) => `${cid}`)
    for (const { cid } of served.take(long, false)) expect(kept).not.toContain(`${cid}`)
    for (let one = served.next(); one; one = served.next()) served.done(one)

    expect(served.take(refused.slice(0, 50), false)).toEqual([])
  })

  it('keeps 1,024 wants of digests of 64 bytes', () => {
    const usual = Array.from({ length: 1024 }, (_, at) => {
      const digest = new Uint8Array(64)
      new DataView(digest.buffer).setUint32(0, at)
      return { ...want(0), cid: CID.createV1(0x55, Digest.create(0x13, digest)) }
    })

    expect(createServedWants().take(usual, false)).toEqual([])
  })

  it('drops wants of absent blocks first', () => {
    const served = createServedWants({ maxWants: 2 })
    served.take([want(1), want(2)], false)
    const first = served.next()
    if (first) served.wait(first)

    expect(served.take([want(3)], false)).toEqual([])

    expect(served.list()).toEqual([cidAt(2), cidAt(3)])
  })

  it('answers an absent block when it arrives, unless the peer has cancelled', () => {
    const served = createServedWants()
    served.take([want(1), want(2)], false)
    for (const one of [served.next(), served.next()]) if (one) served.wait(one)
    served.take([want(2, true)], false)

    expect([served.retry(cidAt(1)), served.retry(cidAt(2)), served.retry(cidAt(3))]).toEqual([
      true,
      false,
      false,
    ])
    expect(served.next()?.cid).toEqual(cidAt(1))
    expect(served.hasNext).toBe(false)
  })

  it('replaces all wants by a full list', () => {
    const served = createServedWants()
    served.take([want(1), want(2)], false)

    served.take([want(3)], true)

    expect(served.list()).toEqual([cidAt(3)])
  })
})
