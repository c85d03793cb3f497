import { CarReader } from '@ipld/car'
import { describe, expect, it } from 'vitest'
import { addRoot } from '../requests/add.ts'
import { askCommand } from '../requests/call-command.ts'
import { carFile } from '../requests/car-files.ts'
import { dagImport, dagPut, post } from '../requests/dag.ts'
import { file } from '../requests/form.ts'
import { carOf, cborBlock, rawBlock } from '../requests/made-car.ts'
import { randomBytes } from '../requests/random-bytes.ts'

/** The roots and CIDs of a CAR in order, as another implementation reads them. */
async function listed(response: Response) {
  const car = await CarReader.fromBytes(new Uint8Array(await response.arrayBuffer()))
  const cids: string[] = []
  for await (const { cid } of car.blocks()) cids.push(cid.toString())
  return { roots: (await car.getRoots()).map(String), cids }
}

describe('POST /api/v0/dag/export', () => {
  it('gives out the same bytes that came in', async () => {
    const car = await carFile('genesis.car')
    await dagImport('pin-roots=false', car)

    const response = await post(
      'dag/export?arg=bafy2bzaceaxm23epjsmh75yvzcecsrbavlmkcxnva66bkdebdcnyw3bjrc74u',
    )

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/vnd.ipld.car')
    expect(response.headers.get('X-Stream-Output')).toBe('1')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(car)
  })

  it('says that it could not read the root', async () => {
    const { Key } = await askCommand<{ Key: string }>('block/put', {
      query: 'cid-codec=dag-cbor',
      content: 'hello world\n',
    })

    const response = await post(`dag/export?arg=${Key}`)

    expect([response.status, await response.json()]).toEqual([
      500,
      {
        Message: 'root blk load failed: unexpected content after end of cbor object',
        Code: 0,
        Type: 'error',
      },
    ])
  })

  it('walks depth first in the order of links and lists each block once', async () => {
    const [leaf, other] = [await rawBlock('leaf'), await rawBlock('other')]
    const inner = await cborBlock({ z: leaf.cid, '10': other.cid, '9': leaf.cid })
    const root = await cborBlock([inner.cid, leaf.cid, [{ a: inner.cid }], other.cid])
    await dagImport('pin-roots=false', await carOf([], [root, inner, leaf, other]))

    const { roots, cids } = await listed(await post(`dag/export?arg=${root.cid}`))

    expect(roots).toEqual([root.cid.toString()])
    expect(cids).toEqual([root, inner, leaf, other].map(({ cid }) => cid.toString()))
  })

  it('gives a block twice that is linked by CIDs of both versions, as the reference does', async () => {
    const v0 = await addRoot('', file('', 'dag/export, both versions'))
    const v1 = await addRoot('cid-version=1&raw-leaves=false', file('', 'dag/export, both versions'))
    const [root = ''] = await dagPut('', `[{"/":"${v0}"},{"/":"${v1}"},{"/":"${v0}"}]`)

    const { cids } = await listed(await post(`dag/export?arg=${root}`))

    expect(cids).toEqual([root, v0, v1])
  })

  it('gives out a file of many blocks whole', async () => {
    const root = await addRoot('chunker=size-1000', file('', randomBytes(11, 400_000)))

    const { roots, cids } = await listed(await post(`dag/export?arg=${root}`))

    expect(roots).toEqual([root])
    expect(cids[0]).toBe(root)
    expect(new Set(cids).size).toBe(cids.length)
    expect(cids.length).toBe(400 + 3 + 1)
  })

  it('accepts a path, and includes the blocks of identity CIDs', async () => {
    const [root = ''] = await dagPut('', '{"to":{"/":"bafkqabiaaebagba"}}')
    const [above = ''] = await dagPut('', `{"root":{"/":"${root}"}}`)

    expect(await listed(await post(`dag/export?arg=/ipfs/${above}/root`))).toEqual({
      roots: [root],
      cids: [root, 'bafkqabiaaebagba'],
    })
  })

  it('leaves out what is not held when asked to', async () => {
    const [held, absent] = [await rawBlock('held'), await rawBlock(`absent ${Math.random()}`)]
    const root = await cborBlock([absent.cid, held.cid])
    await dagImport('pin-roots=false', await carOf([], [root, held]))

    const { cids } = await listed(await post(`dag/export?arg=${root.cid}&local-only=true`))

    expect(cids).toEqual([root.cid.toString(), held.cid.toString()])
  })

  it.each([
    ['nonsense', 'unable to parse root specification (currently only bare CIDs are supported): '],
    [
      'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
      'block was not found locally (offline): ipld: could not find bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
    ],
  ])('answers 500 for %s', async (root, message) => {
    const response = await post(`dag/export?arg=${root}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ Message: expect.stringContaining(message), Code: 0 })
  })

  it('never passes for whole when a block is missing below', async () => {
    const absent = await rawBlock(`absent ${Math.random()}`)
    const root = await cborBlock({ to: absent.cid })
    await dagImport('pin-roots=false', await carOf([], [root]))

    const response = await post(`dag/export?arg=${root.cid}`)
    const received = response.arrayBuffer().then(
      (bytes) => bytes.byteLength,
      () => 0,
    )

    expect(response.ok && response.headers.has('Content-Length')).toBe(false)
    expect(await received).toBeLessThan((await carOf([root.cid], [root, absent])).byteLength)
  })
})
