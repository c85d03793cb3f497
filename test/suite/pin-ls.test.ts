import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { chunkedFile, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

let root: StoredTree
let leaf: StoredTree
let shared: StoredTree
let direct: StoredTree

beforeAll(async () => {
  leaf = await rawFile('pin/ls, a leaf')
  shared = await rawFile('pin/ls, a leaf pinned by itself')
  direct = await rawFile('pin/ls, pinned directly')
  root = await chunkedFile([leaf, shared])
  await storeBlocks(send, [...root.blocks, ...direct.blocks])
  await post(`pin/add?arg=${root.cid}&name=the-root-of-pin-ls`)
  await post(`pin/add?arg=${shared.cid}`)
  await post(`pin/add?arg=${direct.cid}&recursive=false`)
})

async function keys(query: string): Promise<Record<string, { Type: string; Name?: string }>> {
  const response = await post(`pin/ls${query}`)
  const answer = (await response.json()) as { Keys: Record<string, { Type: string }> }
  expect(answer).toEqual({ Keys: answer.Keys, PinLsList: { Keys: answer.Keys } })
  return answer.Keys
}

describe('POST /api/v0/pin/ls', () => {
  it('answers every pin once by its strongest type, in the order of the CIDs', async () => {
    const all = await keys('')

    expect(all).toMatchObject({
      [`${root.cid}`]: { Type: 'recursive' },
      [`${shared.cid}`]: { Type: 'recursive' },
      [`${leaf.cid}`]: { Type: 'indirect' },
      [`${direct.cid}`]: { Type: 'direct' },
    })
    expect(Object.keys(all)).toEqual(Object.keys(all).toSorted())
  })

  it('answers one type when it is asked for one', async () => {
    const indirect = await keys('?type=indirect')
    const recursive = await keys('?type=recursive')

    expect(indirect).toHaveProperty(`${leaf.cid}`)
    expect(indirect).not.toHaveProperty(`${shared.cid}`)
    expect(indirect).not.toHaveProperty(`${direct.cid}`)
    expect(recursive).toHaveProperty(`${shared.cid}`)
    expect(new Set(Object.values(recursive).map(({ Type }) => Type))).toEqual(new Set(['recursive']))
  })

  it('answers what keeps the CIDs that are asked for', async () => {
    const found = await keys(`?arg=${leaf.cid}&arg=/ipfs/${root.cid}`)

    expect(found).toEqual({
      [`${leaf.cid}`]: { Type: `indirect through ${root.cid}` },
      [`${root.cid}`]: { Type: 'recursive' },
    })
  })

  it('answers a CID as indirect that is pinned directly, but none that is pinned recursively', async () => {
    const both = await rawFile('pin/ls, pinned directly and below a root')
    const above = await chunkedFile([both])
    await storeBlocks(send, above.blocks)
    await post(`pin/add?arg=${above.cid}`)
    await post(`pin/add?arg=${both.cid}&recursive=false`)

    expect(await keys(`?arg=${both.cid}&type=indirect`)).toEqual({
      [`${both.cid}`]: { Type: `indirect through ${above.cid}` },
    })
    expect(await (await post(`pin/ls?arg=${shared.cid}&type=indirect`)).json()).toEqual({
      Message: `path '${shared.cid}' is not pinned`,
      Code: 0,
      Type: 'error',
    })
  })

  it('streams one pin a line', async () => {
    const response = await post('pin/ls?stream=true')
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

    expect(response.headers.get('X-Chunked-Output')).toBe('1')
    const line = { Cid: `${leaf.cid}`, Type: 'indirect' }
    expect(lines).toContainEqual({ ...line, PinLsObject: line })
    const order = lines.map(({ Type }) => ['recursive', 'direct', 'indirect'].indexOf(Type))
    expect(order).toEqual(order.toSorted())
  })

  it('tells names when it is asked to, and filters by a part of them', async () => {
    expect((await keys(`?arg=${root.cid}&names=true`))[`${root.cid}`]).toEqual({
      Type: 'recursive',
      Name: 'the-root-of-pin-ls',
    })
    expect(await keys('?name=root-of-pin-ls')).toEqual({
      [`${root.cid}`]: { Type: 'recursive', Name: 'the-root-of-pin-ls' },
    })
    expect(await keys('?name=&names=true')).toEqual(await keys('?names=true'))
  })

  it('answers no keys at all as an empty object', async () => {
    expect(await keys('?name=nobody-names-a-pin-so')).toEqual({})
  })

  it.each([
    ['not pinned', ''],
    ['not pinned by that type', '&type=direct'],
  ])('answers 500 for a CID that is %s', async (_, query) => {
    const { cid } = query === '' ? await rawFile('pin/ls, never stored') : root

    const response = await post(`pin/ls?arg=${cid}${query}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ Message: `path '${cid}' is not pinned` })
  })

  it('answers 500 for a type that there is not', async () => {
    const response = await post('pin/ls?type=sticky')

    expect(await response.json()).toMatchObject({
      Message: "invalid type 'sticky', must be one of {direct, indirect, recursive, all}",
    })
  })

  it('writes CID and type for encoding=text, and only CIDs with quiet', async () => {
    const whole = await post(`pin/ls?arg=${root.cid}&encoding=text`)
    const quiet = await post(`pin/ls?arg=${root.cid}&encoding=text&quiet=true&stream=true`)

    expect(await whole.text()).toBe(`${root.cid} recursive\n`)
    expect(await quiet.text()).toBe(`${root.cid}\n`)
  })
})
