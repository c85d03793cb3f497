import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { type Call, createClient } from '../../../src/rpc/client.ts'
import { copyItems, makeFolder } from '../../../web/app/content/files/changes.ts'
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
