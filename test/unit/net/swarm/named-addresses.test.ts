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

it('dials no private address that was only reported, where the node dials public ones only', async () => {
  const far = await peerNode()
  const { transports, dialled } = privateNetwork(far)
  const near = await peerNode({ transports }, { network: { isPublicOnly: true } })

  const { swarm } = await near.use(['swarm'])
  const connecting = swarm.connect([`${PRIVATE_ADDRESS}/p2p/${far.peerId}`], { isReported: true })

  await expect(connecting).rejects.toThrow('failed to dial')
  expect(dialled).toHaveLength(0)
})
