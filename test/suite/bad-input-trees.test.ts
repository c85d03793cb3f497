import { beforeAll, describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { foldedDirectory, foldedFile } from '../hostile/folded-trees.ts'
import { errorText } from '../hostile/hostile-request.ts'
import { storeState } from '../hostile/store-state.ts'
import { expectRest } from '../requests/activity.ts'
import { addLines } from '../requests/add.ts'
import { file, form } from '../requests/form.ts'
import { storeBlocks } from '../requests/stored-tree.ts'

const LEVELS = 40
/** More than is buffered between a node and its reader at the start. */
const GLANCE_BYTES = 256 * 1024
/** Nearly as deep as a tree may be; the walk is the core's, so the other hosts take fewer. */
const DEEP = host === 'memory' ? 1000 : 250
/** Entries whose names and CIDs are over 256 KiB. */
const WIDE = 930
const LONG_NAME = 'n'.repeat(250)

const post = (command: string) => send(`/api/v0/${command}`, { method: 'POST' })

/** Reads so many bytes of an answer without an end, and leaves. */
async function glance(response: Response, bytes: number): Promise<number> {
  const reader = response.body?.getReader()
  let read = 0
  for (let step = await reader?.read(); step && !step.done && read < bytes; step = await reader?.read()) {
    read += step.value.byteLength
  }
  await reader?.cancel()
  return read
}

describe('a file of 2^40 bytes that is one block of 1,024', () => {
  let cid = ''
  let before: unknown

  beforeAll(async () => {
    const tree = await foldedFile(LEVELS - 10, 'x'.repeat(1024))
    cid = `${tree.cid}`
    await storeBlocks(send, tree.blocks)
    before = await storeState(send)
  })

  it('is read in its middle', async () => {
    const response = await post(`cat?arg=${cid}&offset=${2 ** 39}&length=10`)

    expect(await response.text()).toBe('x'.repeat(10))
  })

  it('is read at its end by the gateway', async () => {
    const response = await send(`/ipfs/${cid}`, { headers: { Range: 'bytes=-10' } })

    expect([response.status, await response.text()]).toEqual([206, 'x'.repeat(10)])
  })

  it.each(['cat', 'get'])('has its length told by %s, and the reader may leave', async (command) => {
    const response = await post(`${command}?arg=${cid}`)

    expect(response.headers.get('X-Content-Length')).toBe(String(2 ** LEVELS))
    expect(await glance(response, 2000)).toBeGreaterThan(0)
  })

  it('leaves everything as it was', async () => {
    await expectRest()
    expect(await storeState(send)).toEqual(before)
  })
})

describe('a directory of 2^40 paths that are one directory', () => {
  let cid = ''
  let before: unknown

  beforeAll(async () => {
    const tree = await foldedDirectory(LEVELS)
    cid = `${tree.cid}`
    await storeBlocks(send, tree.blocks)
    before = await storeState(send)
  })

  it('is listed level by level', async () => {
    const { Objects } = await (await post(`ls?arg=${cid}${'/b'.repeat(LEVELS - 1)}`)).json()

    expect(Objects[0].Links.map(({ Name }: { Name: string }) => Name)).toEqual(['a', 'b'])
  })

  it('is pinned and unpinned at the cost of its blocks', async () => {
    const pinned = await (await post(`pin/add?arg=${cid}`)).json()
    const { Keys } = await (await post('pin/ls?type=indirect')).json()
    await post(`pin/rm?arg=${cid}`)

    expect(pinned.Pins).toEqual([cid])
    expect(Object.keys(Keys).length).toBeGreaterThanOrEqual(LEVELS)
  })

  it('is archived for as long as the client reads', async () => {
    expect(await glance(await post(`get?arg=${cid}`), GLANCE_BYTES)).toBeGreaterThanOrEqual(GLANCE_BYTES)
  })

  it('leaves everything as it was', async () => {
    await expectRest()
    expect(await storeState(send)).toEqual(before)
  })
})

describe('trees that are added', { timeout: 120_000 }, () => {
  it(`are ${DEEP} levels deep, and come back`, async () => {
    const path = Array.from({ length: DEEP }, (_, at) => `${at % 10}`).join('/')

    const added = await addLines('pin=false', file(`${path}/x`, 'deep'))
    const root = added.at(-1)?.Hash
    const below = path.slice(path.indexOf('/'))
    const archive = await (await post(`get?arg=${root}`)).text()

    expect(added).toHaveLength(DEEP + 1)
    expect(archive).toContain('deep')
    expect(await (await send('/api/v0/cat', argument(`${root}${below}/x`))).text()).toBe('deep')
  })

  it.each([1025, 10_000])('are refused %d levels deep', async (levels) => {
    const before = await storeState(send)
    const named = {
      ...file('x', 'x'),
      headers: { 'Content-Disposition': disposition('a/'.repeat(levels - 1)) },
    }

    const response = await send('/api/v0/add', form(named))

    expect([response.status, errorText(await response.text())]).toEqual(
      levels * 2 > 16_000
        ? [400, 'multipart: the headers of a part are too long']
        : [500, `Cannot add entry: path has ${levels} segments, over 1024`],
    )
    expect(await storeState(send)).toEqual(before)
  })

  it('are so wide that they are sharded, and are listed whole', async () => {
    const names = Array.from({ length: WIDE }, (_, at) => `${LONG_NAME}${at}`)
    const parts = names.map((name) => file(`wide/${name}`, name.slice(-2)))

    const added = await addLines('pin=false', ...parts)
    const listed = await (await post(`ls?arg=${added.at(-1)?.Hash}&resolve-type=false&size=false`)).json()

    expect(added).toHaveLength(WIDE + 1)
    expect(new Set(listed.Objects[0].Links.map(({ Name }: { Name: string }) => Name))).toEqual(new Set(names))
  })

  it('leave nothing under way', async () => {
    await expectRest()
  })
})

function disposition(folder: string): string {
  return `form-data; name="file"; filename="${folder}x"`
}

function argument(text: string) {
  const body = new FormData()
  body.append('file', new Blob([text]))
  return { method: 'POST', body }
}
