import { describe, expect, it } from 'vitest'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { memoryLogger } from '../../../../src/memory/memory-logger.ts'
import { createListenerRows } from '../../../../src/net/forwarding/listener-rows.ts'
import { collect } from '../routing/collect.ts'
import { ECHO, enabledNode } from './enabled-node.ts'
import { echo } from './fake-targets.ts'

const BITSWAP = '/ipfs/bitswap/1.2.0'
const PING = '/ipfs/ping/1.0.0'

const listen = (protocol: string) => `p2p/listen?arg=${protocol}&arg=${ECHO}&allow-custom-protocol=true`

describe('protocols of the node itself', () => {
  it.each([BITSWAP, PING])('%s is not forwarded, also if the peer has not started', async (protocol) => {
    const node = await enabledNode()
    const { network } = await node.use(['network'])
    await network.stop()

    await expect(node.call(listen(protocol))).rejects.toThrow('listener already registered')

    expect(JSON.parse(await node.call('p2p/ls'))).toEqual({ Listeners: null })
    expect((await network.peer()).libp2p.getProtocols()).toContain(protocol)
  })

  it('are not taken by a listener that was added while their name was free', async () => {
    const datastore = memoryDatastore()
    const before = await enabledNode(echo, { datastore })
    await before.call(`p2p/listen?arg=/x/echo&arg=${ECHO}`)
    const rows = createListenerRows({ datastore, peerId: before.peerId, logger: memoryLogger() })
    const [stored] = await collect(rows.read())
    if (stored?.kind !== 'served') expect.fail('no listener is stored')
    await rows.put({ ...stored, listener: { ...stored.listener, protocol: BITSWAP } })
    const logger = memoryLogger()

    const after = await enabledNode(echo, { datastore, logger })
    const { network } = await after.use(['network'])
    const streamLimitOf = ({ components }: Awaited<ReturnType<typeof network.peer>>) =>
      components.registrar.getHandler(BITSWAP).options.maxInboundStreams
    const own = streamLimitOf(await (await before.use(['network'])).network.peer())

    expect(streamLimitOf(await network.peer())).toBe(own)
    expect(logger.lines).toContainEqual(expect.objectContaining({ level: 'warn', scope: 'net' }))
    expect(await after.call(`p2p/close?protocol=${BITSWAP}`)).toBe('1\n')
    expect(network.running?.libp2p.getProtocols()).toEqual(expect.arrayContaining([BITSWAP, '/x/echo']))
  })
})
