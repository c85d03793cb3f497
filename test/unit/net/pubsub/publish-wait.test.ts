import { describe, expect, it } from 'vitest'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { memoryLogger } from '../../../../src/memory/memory-logger.ts'
import { createPubsub } from '../../../../src/net/pubsub/create-pubsub.ts'
import { handClock } from '../../hand-clock.ts'
import { peerNode } from '../memory-peers.ts'

describe('a message for a topic without subscribers', () => {
  it('waits two seconds for one, also while further peers keep connecting', async () => {
    const [node, other] = [await peerNode(), await peerNode()]
    const { network } = await node.use(['network'])
    await network.stop()
    const clock = handClock()
    const pubsub = createPubsub({ network, clock, logger: memoryLogger(), datastore: memoryDatastore() })
    const { libp2p } = await network.peer()
    await node.call(`swarm/connect?arg=${other.address}`)
    await pubsub.peers('news')
    let isSent = false
    const sending = pubsub.publish('news', new Uint8Array(1), { awaitsSubscriber: true }).then(() => {
      isSent = true
    })

    const sentAfter: boolean[] = []
    for (let at = 0; at < 3; at += 1) {
      await clock.move(900)
      for (const detail of libp2p.getPeers()) {
        libp2p.dispatchEvent(new CustomEvent('peer:connect', { detail }))
      }
      sentAfter.push(isSent)
    }

    expect(sentAfter).toEqual([false, false, true])
    await sending
  })
})
