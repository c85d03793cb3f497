import { expect, it } from 'vitest'
import { parseCid } from '../../../../src/codec/cid/cid.ts'
import { parsePeerId } from '../../../../src/codec/cid/peer-id.ts'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { createBoundedRows } from '../../../../src/net/routing/records/bounded-rows.ts'
import { keyOf } from '../../../../src/state/keys.ts'
import { peerNode } from '../memory-peers.ts'
import { collect } from './collect.ts'

const CID = parseCid('bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
const PROTOCOL = '/ipfs/lan/kad/1.0.0'

/** A length of 2^49, of which nothing follows. */
const ENDLESS = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)
const NO_MESSAGE = Uint8Array.of(3, 0xff, 0xff, 0xff)

it.each([
  ['says nothing', undefined],
  ['announces a message without end', ENDLESS],
  ['answers with bytes that are no message', NO_MESSAGE],
])('a search ends although the only peer of the DHT %s', async (_, answer) => {
  const [hostile, node] = await Promise.all([peerNode({}, { routing: { type: 'none' } }), peerNode()])
  const { libp2p } = await (await hostile.use(['network'])).network.peer()
  await libp2p.handle(PROTOCOL, (stream) => {
    if (answer) stream.send(answer)
  })
  await node.call(`swarm/connect?arg=${hostile.address}`)
  const { routing } = await node.use(['routing'])
  const search = { kind: 'peers', maxMs: 200 } as const

  expect(await collect(routing.findProviders(CID, search))).toEqual([])
  expect(await routing.findPeer(parsePeerId('QmaCpDMGvV2BGHeYERUEnRQAwe3N8SzbUtfsmvsqQLuvuJ'), search)).toBe(
    undefined,
  )
  await expect(routing.provide(CID, search)).rejects.toMatchObject({ code: expect.any(String) })
})

it('the rows that peers write are limited also when they are written at the same time', async () => {
  const rows = createBoundedRows({ datastore: memoryDatastore(), prefix: 'rows/', maxRows: 10 })
  const puts = Array.from({ length: 100 }, (_, at) => ({ key: keyOf(`key ${at}`), value: Uint8Array.of(at) }))

  await Promise.all(puts.map((row) => rows.put(row)))

  const held = (await collect(rows.range(keyOf('key ')))).map(([, value]) => value[0])
  expect(held).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99])
})

it('a refused row makes no room, and the next one does', async () => {
  const rows = createBoundedRows({ datastore: memoryDatastore(), prefix: 'rows/', maxRows: 2 })
  const row = (at: number) => ({ key: keyOf(`key ${at}`), value: Uint8Array.of(at) })
  await rows.put(row(0))
  await rows.put(row(1))

  const refused = rows.put({ ...row(2), held: { value: Uint8Array.of(9) } })
  const stored = rows.put(row(3))
  await expect(refused).rejects.toMatchObject({ code: 'failed-precondition' })
  await stored

  const held = (await collect(rows.range(keyOf('key ')))).map(([, value]) => value[0])
  expect(held).toEqual([1, 3])
})

it('rows over the limit are removed after a restart, at the first write', async () => {
  const datastore = memoryDatastore()
  const before = createBoundedRows({ datastore, prefix: 'rows/', maxRows: 1200 })
  const row = (at: number) => ({ key: keyOf(`key ${1000 + at}`), value: new Uint8Array() })
  await Promise.all(Array.from({ length: 900 }, (_, at) => before.put(row(at))))

  const rows = createBoundedRows({ datastore, prefix: 'rows/', maxRows: 10 })
  await rows.put(row(900))

  expect(await collect(rows.range(keyOf('key ')))).toHaveLength(10)
})

it('a row whose key is longer than those of providers is refused', async () => {
  const rows = createBoundedRows({ datastore: memoryDatastore(), prefix: 'rows/', maxRows: 3 })

  await rows.put({ key: new Uint8Array(256), value: Uint8Array.of(1) })
  const refused = rows.put({ key: new Uint8Array(257), value: Uint8Array.of(2) })

  await expect(refused).rejects.toMatchObject({ code: 'too-large' })
  expect((await collect(rows.range(new Uint8Array()))).map(([, value]) => value[0])).toEqual([1])
})

it('rows of long keys that an earlier version has stored are removed at the first write', async () => {
  const datastore = memoryDatastore()
  const long = Array.from({ length: 20 }, (_, at) => keyOf(`rows/${at}`, new Uint8Array(200_000)))
  await datastore.batch(
    long.map((key) => ({ type: 'put', key, value: new Uint8Array() })),
    [],
  )

  const rows = createBoundedRows({ datastore, prefix: 'rows/', maxRows: 100 })
  await rows.put({ key: keyOf('usual'), value: Uint8Array.of(1) })

  expect((await collect(rows.range(new Uint8Array()))).map(([key]) => key)).toEqual([keyOf('usual')])
})

it('the rows that peers write are limited, and the oldest makes room', async () => {
  const rows = createBoundedRows({ datastore: memoryDatastore(), prefix: 'rows/', maxRows: 3 })
  const row = (at: number) => ({ key: keyOf(`key ${at}`), value: Uint8Array.of(at) })
  for (let at = 0; at < 10; at += 1) await rows.put(row(at))
  await rows.put(row(7))
  await rows.put(row(10))

  const held = (await collect(rows.range(keyOf('key ')))).map(([, value]) => value[0])
  expect(held.toSorted((a = 0, b = 0) => a - b)).toEqual([7, 9, 10])
})
