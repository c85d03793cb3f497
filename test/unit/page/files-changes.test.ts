import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { type Call, createClient } from '../../../src/rpc/client.ts'
import {
  copyItems,
  makeFolder,
  moveItems,
  removeItems,
  renameItem,
} from '../../../web/app/content/files/changes.ts'
import { namesIn } from '../../../web/app/content/files/read-folder.ts'
import { statusOf } from '../../../web/app/content/files/status-of.ts'
import { memoryNode } from '../memory-ports.ts'

describe('undoing a change of the files', () => {
  it('removes a new folder only while it is empty', async () => {
    const { on, write, read, names } = await files()
    const kept = await makeFolder('/', 'kept', { on })
    const empty = await makeFolder('/', 'empty', { on })
    await write('/kept/thesis.txt', 'the only copy')

    await expect(kept.undo()).rejects.toThrow('“kept” has changed')
    await empty.undo()

    expect(await read('/kept/thesis.txt')).toBe('the only copy')
    expect(await names('/')).toEqual(['kept'])
  })

  it('removes copies only while they are what was copied', async () => {
    const { on, write, read, item } = await files()
    await write('/tides/ebb.txt', 'ebb')
    const { undo } = await copyItems([await item('/tides')], '/', { on })
    await write('/tides (2)/flow.txt', 'flow')

    await expect(undo()).rejects.toThrow('“tides (2)” has changed')

    expect(await read('/tides (2)/flow.txt')).toBe('flow')
  })

  it('moves nothing over a newer item of the old name', async () => {
    const { on, write, read, item, names } = await files()
    await write('/report.txt', 'old')
    await write('/tides/ebb.txt', 'old')
    const renamed = await renameItem(await item('/report.txt'), 'report-2026.txt', { on })
    const moved = await moveItems([await item('/tides/ebb.txt')], '/', { on })
    await write('/report.txt', 'new')
    await write('/tides/ebb.txt', 'new')

    await expect(renamed.undo()).rejects.toThrow('another “report.txt”')
    await expect(moved.undo()).rejects.toThrow('another “ebb.txt”')

    expect([await read('/report.txt'), await read('/report-2026.txt')]).toEqual(['new', 'old'])
    expect([await read('/tides/ebb.txt'), await read('/ebb.txt')]).toEqual(['new', 'old'])
    await on('files/rm', { args: { path: ['/report.txt'] } })
    await renamed.undo()
    expect(await names('/')).toEqual(['ebb.txt', 'report.txt', 'tides'])
  })

  it('restores what a path had when it was removed, not what an older list says', async () => {
    const { on, write, read, item } = await files()
    await write('/tide.txt', 'old')
    const listed = await item('/tide.txt')
    await write('/tide.txt', 'new')

    await (await removeItems([listed], { on })).undo()

    expect(await read('/tide.txt')).toBe('new')
  })
})

describe('undoing a removal of several items of the files', () => {
  it('goes on past an item whose name is taken, which another try restores', async () => {
    const { on, write, item, names } = await files()
    for (const name of ['a', 'b', 'c']) await write(`/${name}`, name)
    const { undo } = await removeItems([await item('/a'), await item('/b'), await item('/c')], { on })
    await on('files/mkdir', { args: { path: '/b' } })

    await expect(undo()).rejects.toThrow('another “b”')
    expect(await names('/')).toEqual(['a', 'b', 'c'])
    await on('files/mv', { args: { source: '/b', dest: '/d' } })
    await on('files/rm', { args: { path: ['/a'] } })
    await undo()

    expect(await names('/')).toEqual(['b', 'c', 'd'])
  })
})

describe('a change of several items of the files', () => {
  it('removes and moves a folder with what is in it, when a search found both', async () => {
    const { on, write, read, item, names } = await files()
    await write('/tides/low tide.txt', 'low')
    await write('/other/x.txt', 'x')
    const found = [await item('/tides/low tide.txt'), await item('/tides')]

    await (await removeItems(found, { on })).undo()
    expect(await read('/tides/low tide.txt')).toBe('low')
    const moved = await moveItems(found, '/other', { on })

    expect(await names('/other')).toEqual(['tides', 'x.txt'])
    expect(moved.message).toBe('Moved “tides” to “other”')
    await moved.undo()
    expect(await read('/tides/low tide.txt')).toBe('low')
  })

  it('moves nothing when one of the items would go into itself', async () => {
    const { on, write, item, names } = await files()
    await write('/a.txt', 'a')
    await write('/tides/in/b.txt', 'b')

    const moved = moveItems([await item('/a.txt'), await item('/tides')], '/tides/in', { on })

    await expect(moved).rejects.toThrow('“tides” cannot be moved into itself')
    expect(await names('/')).toEqual(['a.txt', 'tides'])
  })

  it('has an undo for what was done before it failed', async () => {
    const { on, write, item, names } = await files()
    for (const name of ['a', 'b', 'c']) await write(`/${name}`, name)
    const items = [await item('/a'), { ...(await item('/b')), name: 'gone', path: '/gone' }, await item('/c')]

    const removed = await removeItems(items.toReversed(), { on })
    expect(await names('/')).toEqual(['b'])
    await removed.undo()
    await on('files/mkdir', { args: { path: '/to' } })
    await on('files/rm', { args: { path: ['/gone'] } })
    const moved = await moveItems(items, '/to', { on })
    expect(await names('/to')).toEqual(['a'])
    await moved.undo()

    expect([removed.failure, moved.failure]).toEqual([expect.any(Error), expect.any(Error)])
    expect(moved.message).toBe('Moved “a” to “to”')
    expect(await names('/')).toEqual(['a', 'b', 'c', 'to'])
  })
})

/** The files of a node of its own. */
async function files() {
  const app = createApp(await memoryNode(), loopbackPolicy())
  const on: Call = createClient({
    url: 'http://127.0.0.1/api/v0',
    fetch: async (url, init) => app.request(url, init),
  })
  const { signal } = new AbortController()
  const options = { create: true, truncate: true, parents: true }
  return {
    on,
    item: (path: string) => statusOf(path, { signal, on }),
    names: async (folder: string) => [...(await namesIn(folder, { signal, on }))],
    read: async (path: string) => new Response(await on('files/read', { args: { path } })).text(),
    write: (path: string, content: string) =>
      on('files/write', { args: { path }, options, body: [{ path: 'data', content }] }),
  }
}
