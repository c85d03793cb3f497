import { expect, it } from 'vitest'
import { peerNode } from '../memory-peers.ts'
import { PRIVATE_ADDRESS, privateNetwork } from '../private-network.ts'

it.each(['swarm/connect', 'ping'])(
  '%s dials a private address that its caller names, also where the node dials public ones only',
  async (command) => {
    const far = await peerNode()
    const { transports, dialled } = privateNetwork(far)
    const near = await peerNode({ transports }, { network: { isPublicOnly: true } })

    await near.call(`${command}?arg=${PRIVATE_ADDRESS}/p2p/${far.peerId}&count=1`)

    expect(dialled).toHaveLength(1)
  },
)
