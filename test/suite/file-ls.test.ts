import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'
import { directory, rawFile, storeBlocks, symlinkTo } from '../requests/stored-tree.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

async function added(name: string, content: string): Promise<string> {
  const response = await send('/api/v0/add', form(file(name, content)))
  return JSON.parse((await response.text()).trimEnd().split('\n').at(-1) ?? '').Hash
}

describe('POST /api/v0/file/ls', () => {
  it('answers a file by its argument and its CID', async () => {
    const cid = await added('f', 'x'.repeat(1024))

    const response = await post(`file/ls?arg=${cid}`)

    expect(await response.text()).toBe(
      `{"Arguments":{"${cid}":"${cid}"},"Objects":{"${cid}":{"Hash":"${cid}","Size":1024,"Type":"File","Links":null}}}\n`,
    )
  })

  it('answers a directory with the sizes and types of what it holds', async () => {
    const root = await added('d/a', 'four')
    await added('d/sub/b', 'b')
    const response = await send('/api/v0/add', form(file('d/a', 'four'), file('d/sub/b', 'b')))
    const hashes = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const hash = (name: string) => hashes.find(({ Name }) => Name === name)?.Hash

    const listing = await (await post(`file/ls?arg=/ipfs/${hash('d')}&arg=${hash('d')}/sub/b`)).json()

    expect(root).not.toBe(hash('d'))
    expect(listing).toEqual({
      Arguments: { [`/ipfs/${hash('d')}`]: hash('d'), [`${hash('d')}/sub/b`]: hash('d/sub/b') },
      Objects: {
        [hash('d')]: {
          Hash: hash('d'),
          Size: 0,
          Type: 'Directory',
          Links: [
            { Name: 'a', Hash: hash('d/a'), Size: 4, Type: 'File' },
            { Name: 'sub', Hash: hash('d/sub'), Size: expect.any(Number), Type: 'Directory' },
          ],
        },
        [hash('d/sub/b')]: { Hash: hash('d/sub/b'), Size: 1, Type: 'File', Links: null },
      },
    })
  })

  it('answers no links at all as null, and an entry of raw bytes as a file', async () => {
    const empty = await directory({})
    const leaf = await rawFile('file/ls, raw')
    const tree = await directory({ leaf })
    await storeBlocks(send, [...empty.blocks, ...tree.blocks])

    const listing = await (await post(`file/ls?arg=${empty.cid}&arg=${tree.cid}`)).json()

    expect(listing).toMatchObject({
      Objects: {
        [`${empty.cid}`]: { Type: 'Directory', Links: null },
        [`${tree.cid}`]: { Links: [{ Name: 'leaf', Hash: `${leaf.cid}`, Size: 12, Type: 'File' }] },
      },
    })
  })

  it('refuses what is neither a file nor a plain directory', async () => {
    const link = await symlinkTo('somewhere')
    const raw = await rawFile('file/ls, a raw root')
    await storeBlocks(send, [...link.blocks, ...raw.blocks])
    const message = async (cid: unknown) => (await (await post(`file/ls?arg=${cid}`)).json()).Message

    expect(await message(link.cid)).toBe('cannot list symlinks yet')
    expect(await message(raw.cid)).toBe('expected protobuf dag node')
  })

  it('writes names for encoding=text, headed when there are several', async () => {
    const one = await directory({ x: await rawFile('file/ls, x') })
    const two = await directory({ y: await rawFile('file/ls, y') })
    await storeBlocks(send, [...one.blocks, ...two.blocks])
    const cid = await added('f', 'file/ls, text')

    const single = await (await post(`file/ls?arg=${one.cid}&encoding=text`)).text()
    const several = await (await post(`file/ls?arg=${one.cid}&arg=${cid}&encoding=text`)).text()

    expect(single).toBe('x\n')
    expect(several).toBe(`${cid}\n\n${one.cid}:\nx\n`)
  })
})
