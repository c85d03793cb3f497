import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CarReader } from '@ipld/car'
import { CID, type KuboRPCClient } from 'kubo-rpc-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { kuboClient } from './kubo-client.ts'

const GENESIS = CID.parse('bafy2bzaceaxm23epjsmh75yvzcecsrbavlmkcxnva66bkdebdcnyw3bjrc74u')
const carFile = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures/car/files', name)))

/** The JavaScript client of the reference, unchanged, against workerd: nodes. */
describe('kubo-rpc-client, dag', () => {
  let client: KuboRPCClient
  const connected = kuboClient()

  beforeAll(() => {
    client = connected()
  })

  it.each(['dag-cbor', 'dag-json'])('puts a value as %s and gets it back', async (storeCodec) => {
    const link = await client.block.put(Buffer.from('linked to'), { format: 'raw' })
    const value = { text: 'é', list: [1, 2.5, null, true], bytes: Uint8Array.of(1, 2), link }

    const cid = await client.dag.put(value, { storeCodec, hashAlg: 'sha2-256', pin: true })

    expect((await client.dag.get(cid)).value).toEqual(value)
    expect((await client.dag.get(cid, { path: '/list/1' })).value).toBe(2.5)
    expect(await all(client.pin.ls({ paths: cid }))).toMatchObject([{ type: 'recursive' }])
  })

  it('puts a dag-pb node, and bytes encoded before', async () => {
    const node = { Data: Uint8Array.of(0, 1, 2, 3, 4), Links: [] }

    const put = await client.dag.put(node, { storeCodec: 'dag-pb' })
    const encoded = await client.dag.put(Buffer.from('{"foo":"bar"}'), {
      ...{ inputCodec: 'dag-json', storeCodec: 'dag-cbor' },
    })

    expect(put.toString()).toBe('bafybeibazl2z4vqp2tmwcfag6wirmtpnomxknqcgrauj7m2yisrz3qjbom')
    expect((await client.dag.get(put)).value).toEqual(node)
    expect(encoded.toString()).toBe('bafyreiblaotetvwobe7cu2uqvnddr6ew2q3cu75qsoweulzku2egca4dxq')
  })

  it('resolves a path into a node and across one', async () => {
    const inner = await client.dag.put({ data: 123 })
    const outer = await client.dag.put({ obj: inner })

    expect(await client.dag.resolve(outer, { path: 'obj/data' })).toMatchObject({
      ...{ cid: inner, remainderPath: 'data' },
    })
    expect(await client.resolve(`/ipfs/${outer}/obj/data`)).toBe(`/ipfs/${inner}/data`)
    expect((await client.dag.get(outer, { path: '/obj/data' })).value).toBe(123)
  })

  it('imports several CARs of both versions and reports each root', async () => {
    const cars = ['carv1-basic.car', 'carv2-basic.car'].map((name) => only(carFile(name)))

    const roots = await all(client.dag.import(each(cars), { pinRoots: true }))

    expect(roots.map(({ root }) => [root.cid.toString(), root.pinErrorMsg])).toEqual([
      ['bafyreihyrpefhacm6kkp4ql6j6udakdit7g3dmkzfriqfykhjw6cad5lrm', ''],
      ['bafyreidj5idub6mapiupjwjsyyxhyhedxycv4vihfsicm2vt46o7morwlm', ''],
      ['QmfEoLyB5NndqeKieExd1rtJzTduQUPEV8TwAYcUiy3H5Z', ''],
    ])
  })

  it('exports what it imported, byte for byte', async () => {
    const car = carFile('genesis.car')
    await all(client.dag.import(only(car)))

    const exported = Buffer.concat(await all(client.dag.export(GENESIS)))

    expect(new Uint8Array(exported)).toEqual(car)
    expect((await (await CarReader.fromBytes(exported)).getRoots()).map(String)).toEqual([String(GENESIS)])
  })
})

async function* only<T>(item: T): AsyncGenerator<T> {
  yield item
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}
