import { describe, expect, it } from 'vitest'
import vectors from '../fixtures/dag/vectors.json' with { type: 'json' }
import { lines } from '../requests/add.ts'
import { carFile } from '../requests/car-files.ts'
import { dagImport, dagPut, post } from '../requests/dag.ts'
import { carOf, cborBlock, rawBlock } from '../requests/made-car.ts'

interface StatLine {
  readonly Size: number
  readonly NumBlocks: number
}

const [shared] = vectors.cases.filter(({ op }) => op === 'stat')

describe('POST /api/v0/dag/stat', () => {
  it('counts the blocks and bytes under a root, in the old shape and in the new', async () => {
    const [inner = ''] = await dagPut('', '{"data":123.0}')
    const [outer = ''] = await dagPut('', `{"obj":{"/":"${inner}"}}`)

    const stat = await (await post(`dag/stat?arg=${outer}&progress=false`)).json()

    expect(stat).toEqual({
      Size: 61,
      NumBlocks: 2,
      UniqueBlocks: 2,
      TotalSize: 61,
      Ratio: 1,
      DagStats: [{ Cid: outer, Size: 61, NumBlocks: 2 }],
    })
  })

  it('prints roots in the base that was asked for', async () => {
    const { cid } = await rawBlock('dag stat, base')
    await dagImport('pin-roots=false', await carOf([], [await rawBlock('dag stat, base')]))

    const stat = await (await post(`dag/stat?arg=${cid}&progress=false&cid-base=base16`)).json()

    expect(stat.DagStats[0].Cid).toMatch(/^f01551220/)
  })

  it('counts what several roots share once, as the public set says', async () => {
    await dagImport('pin-roots=false', await carFile('dag-stat.car'))
    const [first, second] = shared?.cids ?? []

    const stat = await (await post(`dag/stat?arg=${first}&arg=${second}&progress=false`)).json()

    expect(stat).toMatchObject({
      ...{ UniqueBlocks: 3, TotalSize: 99, SharedSize: 7, Ratio: 106 / 99 },
      DagStats: [
        { Cid: first, Size: 53, NumBlocks: 2 },
        { Cid: second, Size: 53, NumBlocks: 2 },
      ],
    })
  })

  it('tells the sums after each block, the last line like the only one', async () => {
    const [leaf, other] = [await rawBlock('one'), await rawBlock('other one')]
    const root = await cborBlock([leaf.cid, other.cid, leaf.cid])
    await dagImport('pin-roots=false', await carOf([], [root, leaf, other]))

    const told = lines<StatLine>(await (await post(`dag/stat?arg=${root.cid}`)).text())
    const only = lines<StatLine>(await (await post(`dag/stat?arg=${root.cid}&p=false`)).text())

    expect(told.map(({ NumBlocks }) => NumBlocks)).toEqual([1, 2, 3, 3])
    expect(told.at(-1)).toEqual(only[0])
    expect(only).toHaveLength(1)
  })

  it('tells the sums of many roots less often, since each line has all of them', async () => {
    const blocks = await Promise.all(Array.from({ length: 60 }, (_, at) => rawBlock(`root ${at} of many`)))
    await dagImport('pin-roots=false', await carOf([], blocks))

    const roots = blocks.map(({ cid }) => `arg=${cid}`).join('&')
    const told = lines<StatLine>(await (await post(`dag/stat?${roots}`)).text())

    expect(told.map(({ NumBlocks }) => NumBlocks)).toEqual([1, 2, 4, 8, 16, 32, 60])
  })

  it('prints one line of text', async () => {
    const [cid = ''] = await dagPut('', '{"data":123.0}')

    const response = await post(`dag/stat?arg=${cid}&progress=false&encoding=text`)

    expect(await response.text()).toBe('Size: 15, NumBlocks: 1\n')
  })

  it('answers 500 for a value inside a node, and for a block that is missing', async () => {
    const absent = await rawBlock(`absent ${Math.random()}`)
    const [cid = ''] = await dagPut('', `{"a":[1],"to":{"/":"${absent.cid}"}}`)

    const inside = await post(`dag/stat?arg=${cid}/a`)
    const missing = await post(`dag/stat?arg=${cid}&progress=false`)

    expect(await inside.json()).toMatchObject({
      Message: 'cannot return size for anything other than a DAG with a root CID',
    })
    expect(missing.status).toBe(500)
    expect(await missing.json()).toMatchObject({
      Message: `error traversing DAG: block was not found locally (offline): ipld: could not find ${absent.cid}`,
    })
  })
})
