import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { chunkedFile, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

let good: StoredTree

beforeAll(async () => {
  good = await chunkedFile([await rawFile('pin/verify, one'), await rawFile('pin/verify, two')])
  await storeBlocks(send, good.blocks)
  await post(`pin/add?arg=${good.cid}`)
})

describe('POST /api/v0/pin/verify', () => {
  it('has nothing to tell when all is well', async () => {
    const response = await post('pin/verify')

    expect(response.status).toBe(200)
    expect(response.headers.get('X-Chunked-Output')).toBe('1')
    expect(await response.text()).toBe('')
  })

  it('tells good pins too with verbose, flat and with the object of the document', async () => {
    const lines = (await (await post('pin/verify?verbose=true')).text()).split('\n')
    const text = await (await post('pin/verify?verbose=true&encoding=text')).text()

    expect(lines).toContain(`{"Cid":"${good.cid}","Ok":true,"PinStatus":{"Ok":true}}`)
    expect(text.split('\n')).toContain(`${good.cid} ok`)
  })

  it('refuses verbose with quiet', async () => {
    const response = await post('pin/verify?verbose=true&quiet=true')

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      Message: 'the --verbose and --quiet options can not be used at the same time',
    })
  })
})
