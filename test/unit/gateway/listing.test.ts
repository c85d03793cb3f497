import { describe, expect, it } from 'vitest'
import {
  directory,
  rawFile,
  type StoredTree,
  shard,
  shardedFolder,
  symlinkTo,
} from '../../requests/stored-tree.ts'
import { memoryGateway } from './memory-gateway.ts'

const many = async (count: number): Promise<Record<string, StoredTree>> => {
  const leaf = await rawFile('leaf')
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`file-${at}`, leaf]))
}

const rows = (page: string) => page.split(/<tr><td dir="auto"(?: class="directory")?>/).slice(1)

describe('listing of a directory', () => {
  it('shows the kind and size of what is held, and the names of what is not', async () => {
    const lost = await directory({ a: await rawFile('lost') })
    const folder = await directory({
      file: await rawFile('12345'),
      folder: await directory({}),
      link: await symlinkTo('file'),
      lost,
    })
    const { send, remove } = await memoryGateway(folder)
    await remove(lost.cid)

    const page = await (await send(`/ipfs/${folder.cid}/`)).text()

    expect(rows(page).map((row) => row.replace(/<a class.*?<\/a>|<\/?[a-z].*?>/g, ' ').trim())).toEqual([
      expect.stringMatching(/^file\s+file\s+5 B/),
      expect.stringMatching(/^folder\s+directory\s+4 B/),
      expect.stringMatching(/^link\s+symlink\s+4 B/),
      expect.stringMatching(/^lost\s+\d+ B/),
    ])
    expect(page).toContain('<p>4 entries</p>')
  })

  it('fetches the node of the directory, and none of its entries', async () => {
    const entries = await many(2)
    const child = await directory(entries)
    const folder = await directory({ child })
    const { send, remove, peers } = await memoryGateway(folder)
    for (const { cid, bytes } of folder.blocks) peers.blocks.set(cid.toString(), bytes)
    for (const { cid } of [child, folder]) await remove(cid)

    const page = await (await send(`/ipfs/${folder.cid}/`)).text()

    expect(rows(page)).toHaveLength(1)
    expect(page).not.toContain('<td>directory</td>')
    expect(peers.asked).toEqual([folder.cid.toString()])
  })

  it('shows 10,000 names and says that there are more', async () => {
    const folder = await directory(await many(10_001))
    const { send } = await memoryGateway(folder)

    const page = await (await send(`/ipfs/${folder.cid}/`)).text()

    expect(rows(page)).toHaveLength(10_000)
    expect(page).toContain('Only the first 10000 names are shown.')
  })

  it('looks into 256 entries at most', async () => {
    const folders = await Promise.all(
      Array.from({ length: 300 }, async (_, at) => directory({ [`${at}`]: await rawFile('leaf') })),
    )
    const folder = await directory(Object.fromEntries(folders.map((child, at) => [`folder-${at}`, child])))
    const { send, reads } = await memoryGateway(folder)

    const page = await (await send(`/ipfs/${folder.cid}/`)).text()

    expect(rows(page)).toHaveLength(300)
    expect(reads.length).toBeLessThanOrEqual(256 + 4)
  })

  it('lists all names although an entry cannot be read, logs why once, and looks into no further', async () => {
    const folders = await Promise.all(
      Array.from({ length: 250 }, async (_, at) => directory({ [`${at}`]: await rawFile('leaf') })),
    )
    const folder = await directory(Object.fromEntries(folders.map((child, at) => [`folder-${at}`, child])))
    const { send, broken, logger, reads } = await memoryGateway(folder)
    for (const { cid } of folders) broken.add(`${cid}`)

    const response = await send(`/ipfs/${folder.cid}/`)
    const page = await response.text()

    expect(page).toContain('<p>250 entries</p>')
    expect(response.headers.get('ETag')).toContain('DirIndex')
    expect(logger.lines.length).toBeLessThanOrEqual(6)
    expect(logger.lines[0]).toMatchObject({ level: 'warn', fields: { error: expect.any(Error) } })
    expect(reads.length).toBeLessThan(20)
  })

  it('says that it is not complete and breaks off when a shard is missing, and cannot be cached', async () => {
    const { root, lost } = await shardedFolder()
    const { send, remove, logger, activity } = await memoryGateway(root)
    await remove(lost.cid)

    const response = await send(`/ipfs/${root.cid}/`)
    const pieces: string[] = []
    const read = async () => {
      const decoder = new TextDecoder()
      for await (const piece of response.body ?? []) pieces.push(decoder.decode(piece, { stream: true }))
    }

    await expect(read()).rejects.toThrow()
    expect(rows(pieces.join('')).length).toBeGreaterThan(180)
    expect(pieces.join('')).toContain('This list is not complete')
    expect(pieces.join('')).toMatch(/<\/html>\n$/)
    expect([response.headers.get('ETag'), response.headers.get('Cache-Control')]).toEqual([null, 'no-store'])
    expect(logger.lines).toMatchObject([{ level: 'warn', fields: { code: 'not-found' } }])
    expect(activity.readings()['open-streams'].now).toBe(0)
  })

  it('answers 404 when the first shard is missing', async () => {
    const lost = await shard([['00a', await rawFile('leaf')]])
    const folder = await shard([['00', lost]])
    const { send, remove } = await memoryGateway(folder)
    await remove(lost.cid)

    expect((await send(`/ipfs/${folder.cid}/`)).status).toBe(404)
  })

  it('reads no entry for HEAD', async () => {
    const folder = await directory({ a: await directory({}) })
    const { send, reads } = await memoryGateway(folder)

    const response = await send(`/ipfs/${folder.cid}/`, { method: 'HEAD' })

    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.body).toBeNull()
    expect(new Set(reads)).toEqual(new Set([folder.cid.toString()]))
  })
})
