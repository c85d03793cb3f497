import { describe, expect, it } from 'vitest'
import { createReceiveLimits, type ReceiveLimit } from '../../../../src/net/exchange/peers/receive-limit.ts'

function start() {
  const limits = createReceiveLimits({ maxBytes: 100, maxPeerBytes: 50 })
  const dropped: string[] = []
  const stream = (peer: ReceiveLimit, name: string) => {
    const hold = peer.add(() => {
      dropped.push(name)
      hold(0)
    })
    return hold
  }
  return { limits, dropped, stream }
}

describe('the limits of received bytes', () => {
  it('drop a stream of the peer that holds most, so that others receive', () => {
    const { limits, dropped, stream } = start()
    const [first, second, honest] = [limits.ofPeer(), limits.ofPeer(), limits.ofPeer()]
    stream(first, 'first small')(10)
    stream(first, 'first large')(40)
    stream(second, 'second')(45)

    const hold = stream(honest, 'honest')
    hold(5)
    expect(dropped).toEqual([])
    hold(20)

    expect(dropped).toEqual(['first large'])
  })

  it('drop the largest stream of a peer that holds too much, whatever others hold', () => {
    const { limits, dropped, stream } = start()
    const peer = limits.ofPeer()
    stream(peer, 'large')(30)

    stream(peer, 'small')(21)

    expect(dropped).toEqual(['large'])
  })

  it('count no stream that has ended', () => {
    const { limits, dropped, stream } = start()
    for (let round = 0; round < 10; round += 1) {
      const hold = stream(limits.ofPeer(), 'ended')
      hold(50)
      hold(0)
    }

    stream(limits.ofPeer(), 'one')(50)
    stream(limits.ofPeer(), 'other')(50)

    expect(dropped).toEqual([])
  })
})
