import { describe, expect, it } from 'vitest'
import { memoryBlockstore } from '../../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { memoryLogger } from '../../../../src/memory/memory-logger.ts'
import { createListenerRows } from '../../../../src/net/forwarding/listener-rows.ts'
import type { Datastore } from '../../../../src/ports/datastore.ts'
import { keyOf } from '../../../../src/state/keys.ts'

import { interceptedStorage } from '../../intercepted-storage.ts'
import { type PeerNode, peerNode } from '../memory-peers.ts'
import { PRIVATE_ADDRESS, privateNetwork } from '../private-network.ts'
import { collect } from '../routing/collect.ts'
import { bytesOf, ECHO, enabledNode, opened, PATH, readAll, send, text } from './enabled-node.ts'
import { echo } from './fake-targets.ts'

const FORWARD = `p2p/forward?arg=/x/echo&arg=${encodeURIComponent(PATH)}&arg=/p2p/`

const SETTING = 'config?arg=Experimental.Libp2pStreamMounting'
const NO_LISTENERS = { Listeners: null }

async function stop(node: PeerNode): Promise<void> {
  const { network } = await node.use(['network'])
  await network.stop()
}

/** The listeners that another start of the node finds. */
async function stored(datastore: Datastore, { peerId }: PeerNode): Promise<readonly string[]> {
  const rows = createListenerRows({ datastore, peerId, logger: memoryLogger() })
  return (await collect(rows.read())).map(({ listener }) => listener.listenAddress)
}

async function listed(node: PeerNode): Promise<readonly string[]> {
  const { Listeners } = JSON.parse(await node.call('p2p/ls'))
  return (Listeners ?? []).map(({ ListenAddress }: { ListenAddress: string }) => ListenAddress)
}

describe('listeners of a node that starts again', () => {
  it('accept connections as before', async () => {
    const stores = { near: memoryDatastore(), far: memoryDatastore() }
    const start = async () => ({
      near: await enabledNode(echo, { datastore: stores.near }),
      far: await enabledNode(echo, { datastore: stores.far }),
    })
    const before = await start()
    await before.far.call(`p2p/listen?arg=/x/echo&arg=${ECHO}&report-peer-id=true`)
    await before.near.call(`${FORWARD}${before.far.peerId}`)
    const told = [await before.near.call('p2p/ls'), await before.far.call('p2p/ls')]
    for (const node of Object.values(before)) await stop(node)

    const { near, far } = await start()
    await near.call(`swarm/connect?arg=${far.address}`)
    const { forwarding } = await near.use(['forwarding'])
    await forwarding.assertTunnel('echo')
    const { client } = await opened(near)
    await send(client, bytesOf(5))

    const greeting = `${near.peerId}\n`
    const received = await readAll(client.readable, greeting.length + 5)
    expect(text(received.subarray(0, greeting.length))).toBe(greeting)
    expect([await near.call('p2p/ls'), await far.call('p2p/ls')]).toEqual(told)
  })

  it('reach a private address that the owner named, where the node dials public ones only', async () => {
    const far = await enabledNode()
    await far.call(`p2p/listen?arg=/x/echo&arg=${ECHO}`)
    const { transports, dialled } = privateNetwork(far)
    const ports = { transports, datastore: memoryDatastore() }
    const start = () => enabledNode(echo, ports, { network: { isPublicOnly: true } })
    const echoed = async (node: PeerNode) => {
      const { client } = await opened(node)
      await send(client, bytesOf(5))
      return readAll(client.readable, 5)
    }
    const before = await start()
    await before.call(`${FORWARD.replace('/p2p/', PRIVATE_ADDRESS)}/p2p/${far.peerId}`)
    expect(await echoed(before)).toEqual(bytesOf(5))
    await stop(before)

    const after = await start()

    expect(await echoed(after)).toEqual(bytesOf(5))
    expect(dialled).toHaveLength(2)
  })

  it('stay closed, and one that cannot be read is left out', async () => {
    const datastore = memoryDatastore()
    const before = await enabledNode(echo, { datastore })
    await before.call(`p2p/listen?arg=/x/echo&arg=${ECHO}`)
    expect(await before.call('p2p/close?all=true')).toBe('1\n')
    const value = keyOf('{"protocol":"/x/odd","target":"/ip4/127.0.0.1"}')
    await datastore.batch([{ type: 'put', key: keyOf('net/forwarding/served/', '/x/odd'), value }])
    await stop(before)

    const after = await enabledNode(echo, { datastore })

    expect(JSON.parse(await after.call('p2p/ls'))).toEqual(NO_LISTENERS)
  })

  it('accept nothing where forwarding is no longer permitted', async () => {
    const datastore = memoryDatastore()
    const before = await enabledNode(echo, { datastore })
    await before.call(`p2p/listen?arg=/x/echo&arg=${ECHO}`)
    await before.call(`${FORWARD}${before.peerId}`)
    await before.call(`${SETTING}&arg=false&bool=true`)
    await stop(before)

    const after = await peerNode({ datastore })
    const { forwarding, network } = await after.use(['forwarding', 'network'])

    await expect(forwarding.assertTunnel('echo')).rejects.toThrow('libp2p stream mounting not enabled')
    expect(network.running?.libp2p.getProtocols()).not.toContain('/x/echo')
  })

  it.each(['config?arg=Mine.Note&arg=there', 'p2p/ls'])(
    'accept connections as soon as forwarding is permitted, also by another process: "%s"',
    async (noticing) => {
      const datastore = memoryDatastore()
      const before = await enabledNode(echo, { datastore })
      await before.call(`p2p/listen?arg=/x/echo&arg=${ECHO}`)
      await before.call(`${SETTING}&arg=false&bool=true`)
      await stop(before)
      const after = await peerNode({ datastore })
      const { network } = await after.use(['network'])
      await network.peer()
      expect(network.running?.libp2p.getProtocols()).not.toContain('/x/echo')

      await before.call(`${SETTING}&arg=true&bool=true`)
      await after.call(noticing)

      expect(network.running?.libp2p.getProtocols()).toContain('/x/echo')
    },
  )

  it('are those that were acknowledged, whichever call of the storage fails', async () => {
    const datastore = memoryDatastore()
    let left = Number.POSITIVE_INFINITY
    const ports = interceptedStorage({ blockstore: memoryBlockstore(), datastore }, () => {
      left -= 1
      if (left < 0) throw new Error('killed')
    })
    const node = await enabledNode(echo, ports)
    const steps = [
      [`p2p/listen?arg=/x/echo&arg=${ECHO}`, [`/p2p/${node.peerId}`]],
      [`${FORWARD}${node.peerId}`, [PATH, `/p2p/${node.peerId}`]],
      ['p2p/close?all=true', []],
    ] as const
    let before: readonly string[] = []
    for (const [command, after] of steps) {
      for (let calls = 0; calls < 20; calls += 1) {
        left = calls
        const isDone = await node.call(command).then(
          () => true,
          () => false,
        )
        left = Number.POSITIVE_INFINITY
        const expected = isDone ? after : before
        expect([await stored(datastore, node), await listed(node)]).toEqual([expected, expected])
        if (isDone) break
        expect(calls).toBeLessThan(19)
      }
      before = after
    }
  })
})
