import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { chunkedFile, directory, rawFile, storeBlocks } from '../requests/stored-tree.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

/** A directory with two chunked files, all of it stored. */
async function storedDirectory(content: string) {
  const chunks = [await rawFile(`${content}, one`), await rawFile(`${content}, two`)]
  const tree = await directory({ file: await chunkedFile(chunks), other: await rawFile(content) })
  await storeBlocks(send, tree.blocks)
  return tree
}

/** What `dag/stat` counts under a root. */
async function sumOf(cid: unknown): Promise<{ blocks: number; sizeBytes: number }> {
  const response = await post(`dag/stat?arg=${cid}&progress=false`)
  const { Size, NumBlocks } = (await response.json()) as { Size: number; NumBlocks: number }
  return { blocks: NumBlocks, sizeBytes: Size }
}

async function typeOf(cid: unknown): Promise<string | undefined> {
  const response = await post(`pin/ls?arg=${cid}`)
  if (response.status !== 200) return undefined
  const { Keys } = (await response.json()) as { Keys: Record<string, { Type: string }> }
  return Keys[String(cid)]?.Type
}

describe('POST /api/v0/pin/add', () => {
  it('pins what it names, and all below indirectly', async () => {
    const { cid, blocks } = await storedDirectory('pin/add below')

    const response = await post(`pin/add?arg=${cid}`)

    expect(response.status).toBe(200)
    expect(await response.text()).toBe(`{"Pins":["${cid}"]}\n`)
    expect(await typeOf(cid)).toBe('recursive')
    for (const block of blocks.filter((block) => !block.cid.equals(cid))) {
      expect(await typeOf(block.cid)).toBe(`indirect through ${cid}`)
    }
  })

  it('pins the CID that a path leads to, and several arguments in their order', async () => {
    const first = await storedDirectory('pin/add several, first')
    const second = await storedDirectory('pin/add several, second')
    const other = await rawFile('pin/add several, second')

    const response = await post(`pin/add?arg=/ipfs/${second.cid}/other&arg=${first.cid}`)

    expect(await response.json()).toEqual({ Pins: [`${other.cid}`, `${first.cid}`] })
  })

  it('answers progress before the pins when it is asked to', async () => {
    const { cid } = await storedDirectory('pin/add progress')

    const first = await post(`pin/add?arg=${cid}&progress=true`)
    const again = await post(`pin/add?arg=${cid}&progress=true`)

    expect(first.headers.get('X-Chunked-Output')).toBe('1')
    const { sizeBytes, blocks } = await sumOf(cid)
    const ending = [`{"Progress":${blocks},"Bytes":${sizeBytes}}`, `{"Pins":["${cid}"]}`, '']
    expect((await first.text()).split('\n').slice(-3)).toEqual(ending)
    expect((await again.text()).split('\n').slice(-3)).toEqual(ending)
  })

  it('keeps a recursive pin as it is, and lets it take the place of a direct one', async () => {
    const { cid } = await storedDirectory('pin/add twice')

    await post(`pin/add?arg=${cid}&recursive=false`)
    expect(await typeOf(cid)).toBe('direct')

    expect((await post(`pin/add?arg=${cid}&recursive=false`)).status).toBe(200)
    expect((await post(`pin/add?arg=${cid}`)).status).toBe(200)
    expect(await typeOf(cid)).toBe('recursive')
    expect((await post(`pin/add?arg=${cid}`)).status).toBe(200)

    const listed = await (await post('pin/ls?type=direct')).json()
    expect(listed).not.toMatchObject({ Keys: { [`${cid}`]: expect.anything() } })
  })

  it('refuses a direct pin of what is pinned recursively', async () => {
    const { cid } = await storedDirectory('pin/add direct over recursive')
    await post(`pin/add?arg=${cid}`)

    const response = await post(`pin/add?arg=${cid}&recursive=false`)

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      Message: `pin: ${cid} already pinned recursively`,
      Code: 0,
      Type: 'error',
    })
  })

  it('refuses a DAG that lacks a block, and pins nothing of it', async () => {
    const held = await rawFile('pin/add incomplete, held')
    const absent = await rawFile('pin/add incomplete, absent')
    const tree = await chunkedFile([held, absent])
    await storeBlocks(
      send,
      tree.blocks.filter(({ cid }) => !cid.equals(absent.cid)),
    )

    const recursive = await post(`pin/add?arg=${tree.cid}`)
    const direct = await post(`pin/add?arg=${absent.cid}&recursive=false`)

    const Message = `pin: block was not found locally (offline): ipld: could not find ${absent.cid}`
    expect(recursive.status).toBe(500)
    expect(await recursive.json()).toMatchObject({ Message })
    expect(await direct.json()).toMatchObject({ Message })
    expect(await typeOf(tree.cid)).toBeUndefined()
    expect((await post(`pin/add?arg=${tree.cid}&recursive=false`)).status).toBe(200)
  })

  it('leaves pinned what came before a bad argument', async () => {
    const { cid } = await storedDirectory('pin/add before a bad argument')

    const response = await post(`pin/add?arg=${cid}&arg=nonsense`)

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      Message: expect.stringMatching(/^invalid path "nonsense"/),
    })
    expect(await typeOf(cid)).toBe('recursive')
  })

  it('gives a pin a name, another when it is pinned again, and none without one', async () => {
    const { cid } = await storedDirectory('pin/add with a name')

    await post(`pin/add?arg=${cid}&name=one`)
    await post(`pin/add?arg=${cid}&name=two`)

    const named = await post(`pin/ls?arg=${cid}&names=true`)
    expect(await named.json()).toMatchObject({ Keys: { [`${cid}`]: { Type: 'recursive', Name: 'two' } } })
    await post(`pin/add?arg=${cid}`)
    const nameless = await post(`pin/ls?arg=${cid}&names=true`)
    expect((await nameless.json()).Keys).toEqual({ [`${cid}`]: { Type: 'recursive' } })
    const long = await post(`pin/add?arg=${cid}&name=${'x'.repeat(256)}`)
    expect(await long.json()).toMatchObject({ Message: 'pin name is 256 bytes (max 255 bytes)' })
  })

  it('answers 400 when there is no argument', async () => {
    const response = await post('pin/add')

    expect(response.status).toBe(400)
    expect(await response.text()).toContain('argument "ipfs-path" is required')
  })
})
