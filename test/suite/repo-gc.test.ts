import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'
import { chunkedFile, rawFile, storeBlocks } from '../requests/stored-tree.ts'

/** Blocks enough for several of the batches in which they are removed. */
const MANY = 100

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })
const isHeld = async (cid: unknown) => (await post(`block/stat?arg=${cid}`)).status === 200

describe('POST /api/v0/repo/gc', () => {
  it('removes what nothing pins, tells each block by its raw CID once, and keeps the rest', async () => {
    const loose = await rawFile('gc, loose')
    const kept = await chunkedFile([await rawFile('gc, kept one'), await rawFile('gc, kept two')])
    const single = await chunkedFile([await rawFile('gc, below a direct pin')])
    await storeBlocks(send, [...loose.blocks, ...kept.blocks, ...single.blocks])
    await post(`pin/add?arg=${kept.cid}`)
    await post(`pin/add?arg=${single.cid}&recursive=false`)

    const response = await post('repo/gc')
    const removed = (await response.text()).trimEnd().split('\n')

    expect(response.status).toBe(200)
    expect(removed).toContain(`{"Key":{"/":"${loose.cid}"}}`)
    expect(await isHeld(loose.cid)).toBe(false)
    for (const { cid } of kept.blocks) expect(await isHeld(cid)).toBe(true)
    expect(await isHeld(single.cid)).toBe(true)
    expect(await isHeld((await rawFile('gc, below a direct pin')).cid)).toBe(false)

    const again = await post('repo/gc')

    expect(again.status).toBe(200)
    expect(await again.text()).toBe('')
  })

  it('keeps what dag-cbor and dag-json nodes link to', async () => {
    const leaf = await rawFile('gc, below dag-json')
    const json = new TextEncoder().encode(`{"leaf":{"/":"${leaf.cid}"}}`)
    const cbor = (cid: Uint8Array) =>
      Uint8Array.of(0xa1, 0x61, 0x61, 0xd8, 0x2a, 0x58, cid.length + 1, 0, ...cid)
    const put = async (query: string, bytes: Uint8Array) => {
      const response = await send(`/api/v0/block/put?${query}`, form(file('data', bytes)))
      return ((await response.json()) as { Key: string }).Key
    }
    await storeBlocks(send, leaf.blocks)
    const node = await put('cid-codec=dag-json', json)
    const digest = await crypto.subtle.digest('SHA-256', json)
    const nodeCid = Uint8Array.of(1, 0xa9, 2, 0x12, 0x20, ...new Uint8Array(digest))
    const root = await put('cid-codec=dag-cbor&pin=true', cbor(nodeCid))

    await (await post('repo/gc')).text()

    expect(await isHeld(root)).toBe(true)
    expect(await isHeld(node)).toBe(true)
    expect(await isHeld(leaf.cid)).toBe(true)
  })

  it('writes a line a block for encoding=text, and less with quiet', async () => {
    const tree = await rawFile('gc, with words')
    await storeBlocks(send, tree.blocks)
    const words = await (await post('repo/gc?encoding=text')).text()
    await storeBlocks(send, tree.blocks)
    const quiet = await (await post('repo/gc?encoding=text&quiet=true')).text()

    expect(words).toContain(`removed ${tree.cid}\n`)
    expect(quiet).toContain(`${tree.cid}\n`)
    expect(quiet).not.toContain('removed')
  })

  it('writes nothing with silent', async () => {
    await storeBlocks(send, (await rawFile('gc, silently')).blocks)

    expect(await (await post('repo/gc?encoding=text&silent=true')).text()).toBe('')
  })

  it('keeps what is added while it runs, also what was garbage when it began', async () => {
    const again = await rawFile('gc, garbage that is added again')
    await storeBlocks(send, [...again.blocks, ...(await garbage('beside', MANY))])
    const collecting = await post('repo/gc')
    const reader = collecting.body?.getReader()
    await reader?.read()

    const added = await send(
      '/api/v0/add?cid-version=1',
      form(file('again', 'gc, garbage that is added again')),
    )
    expect(await added.text()).toContain(`${again.cid}`)
    while (!(await reader?.read())?.done);

    expect(await isHeld(again.cid)).toBe(true)
  })

  it('can be left halfway: the next one removes the rest', async () => {
    const loose = await garbage('halfway', MANY)
    await storeBlocks(send, loose)

    const reader = (await post('repo/gc')).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await (await post('repo/gc')).text()

    const left = await (await post('refs/local')).text()
    expect(loose.filter(({ cid }) => left.includes(`${cid}`))).toEqual([])
  })
})

async function garbage(name: string, count: number) {
  const files = await Promise.all(Array.from({ length: count }, (_, at) => rawFile(`gc, ${name} ${at}`)))
  return files.flatMap(({ blocks }) => blocks)
}
