import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { chunkedFile, rawFile, storeBlocks } from '../requests/stored-tree.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

async function pinned(content: string, query = '') {
  const leaf = await rawFile(content)
  const tree = await chunkedFile([leaf])
  await storeBlocks(send, tree.blocks)
  await post(`pin/add?arg=${tree.cid}${query}`)
  return { root: `${tree.cid}`, leaf: `${leaf.cid}` }
}

const isPinned = async (cid: string) => (await post(`pin/ls?arg=${cid}`)).status === 200

describe('POST /api/v0/pin/rm', () => {
  it('removes recursive and direct pins', async () => {
    const recursive = await pinned('pin/rm recursive')
    const direct = await pinned('pin/rm direct', '&recursive=false')

    const response = await post(`pin/rm?arg=${recursive.root}&arg=${direct.root}`)

    expect(await response.text()).toBe(`{"Pins":["${recursive.root}","${direct.root}"]}\n`)
    expect(await isPinned(recursive.root)).toBe(false)
    expect(await isPinned(recursive.leaf)).toBe(false)
    expect(await isPinned(direct.root)).toBe(false)
  })

  it('leaves a recursive pin with recursive=false', async () => {
    const { root } = await pinned('pin/rm only direct')

    const response = await post(`pin/rm?arg=${root}&recursive=false`)

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      Message: `${root} is pinned recursively`,
      Code: 0,
      Type: 'error',
    })
    expect(await isPinned(root)).toBe(true)
  })

  it('stops at the first that is not pinned by itself; those before stay removed', async () => {
    const first = await pinned('pin/rm in order, first')
    const second = await pinned('pin/rm in order, second')
    const third = await pinned('pin/rm in order, third')

    const response = await post(`pin/rm?arg=${first.root}&arg=${second.leaf}&arg=${third.root}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ Message: 'not pinned or pinned indirectly' })
    expect(await isPinned(first.root)).toBe(false)
    expect(await isPinned(third.root)).toBe(true)
  })
})
