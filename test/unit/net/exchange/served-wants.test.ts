import { describe, expect, it } from 'vitest'
import { dagCborCid } from '../../../../src/codec/cid/cid.ts'
import { createServedWants } from '../../../../src/net/exchange/server/served-wants.ts'

const cidAt = (at: number) => dagCborCid(new Uint8Array(32).fill(at))

function want(at: number, isCancel = false) {
  return { cid: cidAt(at), priority: 1, kind: 'block' as const, sendDontHave: true, isCancel }
}

describe('createServedWants()', () => {
  it('refuses wants over its limit, and accepts others when some have ended', () => {
    const served = createServedWants(2)

    expect(served.take([want(1), want(2), want(3)], false)).toEqual([want(3)])
    served.next()
    served.done(cidAt(1))
    expect(served.take([want(3)], false)).toEqual([])
    expect(served.list()).toEqual([cidAt(2), cidAt(3)])
  })

  it('drops wants of absent blocks first', () => {
    const served = createServedWants(2)
    served.take([want(1), want(2)], false)
    served.next()
    served.wait(cidAt(1))

    expect(served.take([want(3)], false)).toEqual([])

    expect(served.list()).toEqual([cidAt(2), cidAt(3)])
  })

  it('answers an absent block when it arrives, unless the peer has cancelled', () => {
    const served = createServedWants()
    served.take([want(1), want(2)], false)
    for (const cid of [served.next()?.cid, served.next()?.cid]) if (cid) served.wait(cid)
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
