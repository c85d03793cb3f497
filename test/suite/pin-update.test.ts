import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { chunkedFile, directory, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

async function typeOf(cid: unknown): Promise<string | undefined> {
  const response = await post(`pin/ls?arg=${cid}&names=true`)
  if (response.status !== 200) return undefined
  const { Keys } = (await response.json()) as { Keys: Record<string, { Type: string; Name?: string }> }
  const { Type, Name } = Keys[String(cid)] ?? {}
  return Name ? `${Type} ${Name}` : Type
}

/** Two directories that share a file, the first pinned. */
async function pinned(name: string, query = ''): Promise<{ from: StoredTree; to: StoredTree }> {
  const shared = await chunkedFile([await rawFile(`${name}, one`), await rawFile(`${name}, two`)])
  const from = await directory({ shared, own: await rawFile(`${name}, old`) })
  const to = await directory({ shared, own: await rawFile(`${name}, new`) })
  await storeBlocks(send, [...from.blocks, ...to.blocks])
  await post(`pin/add?arg=${from.cid}${query}`)
  return { from, to }
}

const message = async (response: Response) => ((await response.json()) as { Message: string }).Message

describe('POST /api/v0/pin/update', () => {
  it('moves the pin with its name, and answers both CIDs', async () => {
    const { from, to } = await pinned('pin/update moves', '&name=travels')

    const response = await post(`pin/update?arg=${from.cid}&arg=/ipfs/${to.cid}`)

    expect(await response.text()).toBe(`{"Pins":["${from.cid}","${to.cid}"]}\n`)
    expect(await typeOf(from.cid)).toBeUndefined()
    expect(await typeOf(to.cid)).toBe('recursive travels')
  })

  it('keeps the old pin with unpin=false', async () => {
    const { from, to } = await pinned('pin/update keeps')

    const response = await post(`pin/update?arg=${from.cid}&arg=${to.cid}&unpin=false&encoding=text`)

    expect(await response.text()).toBe(`updated ${from.cid} to ${to.cid}\n`)
    expect(await typeOf(from.cid)).toBe('recursive')
    expect(await typeOf(to.cid)).toBe('recursive')
  })

  it('has nothing to do from a pin to itself', async () => {
    const { from } = await pinned('pin/update to itself')

    const response = await post(`pin/update?arg=${from.cid}&arg=${from.cid}`)

    expect(await response.json()).toEqual({ Pins: [`${from.cid}`, `${from.cid}`] })
    expect(await typeOf(from.cid)).toBe('recursive')
  })

  it('refuses what is not pinned recursively, and what is already', async () => {
    const { from, to } = await pinned('pin/update refuses')
    const unpinned = await post(`pin/update?arg=${to.cid}&arg=${from.cid}`)
    const itself = await post(`pin/update?arg=${to.cid}&arg=${to.cid}`)
    await post(`pin/add?arg=${to.cid}`)
    const twice = await post(`pin/update?arg=${from.cid}&arg=${to.cid}`)

    expect(unpinned.status).toBe(500)
    expect(await message(unpinned)).toBe("'from' cid was not recursively pinned already")
    expect(await message(itself)).toBe("'from' cid was not recursively pinned already")
    expect(await message(twice)).toBe("'to' cid was already recursively pinned")
    expect(await typeOf(from.cid)).toBe('recursive')
  })

  it('moves nothing to a DAG that lacks a block', async () => {
    const { from } = await pinned('pin/update incomplete')
    const absent = await rawFile('pin/update, absent')
    const to = await directory({ absent })
    await storeBlocks(
      send,
      to.blocks.filter(({ cid }) => !cid.equals(absent.cid)),
    )

    const response = await post(`pin/update?arg=${from.cid}&arg=${to.cid}`)

    expect(await message(response)).toBe(
      `block was not found locally (offline): ipld: could not find ${absent.cid}`,
    )
    expect(await typeOf(from.cid)).toBe('recursive')
    expect(await typeOf(to.cid)).toBeUndefined()
  })

  it('answers 400 for one path', async () => {
    const response = await post(`pin/update?arg=${(await rawFile('one path')).cid}`)

    expect(response.status).toBe(400)
    expect(await response.text()).toBe('argument "to-path" is required\n')
  })
})
