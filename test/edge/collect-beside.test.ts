import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { file, form } from '../requests/form.ts'
import { rawFile, storeBlocks } from '../requests/stored-tree.ts'

describe('a long collection in workerd, whose database never waits', () => {
  let send: (path: string, init?: RequestInit) => Promise<Response>
  let stop: () => Promise<void>

  beforeAll(async () => {
    const workerd = await startWorkerd()
    stop = workerd.stop
    send = (path, init) => fetch(new URL(path, workerd.url), { method: 'POST', ...init })
  })

  afterAll(() => stop())

  it('lets other requests be read and answered before it ends', async () => {
    const files = await Promise.all(Array.from({ length: 3_000 }, (_, at) => rawFile(`garbage ${at}`)))
    await storeBlocks(
      (path, init) => send(String(path), init),
      files.flatMap(({ blocks }) => blocks),
    )
    const events: string[] = []

    const collecting = await send('/api/v0/repo/gc')
    const collected = collecting.text().then((text) => {
      events.push('collected')
      return text
    })
    await (await send('/api/v0/add', form(file('beside', 'added beside')))).text()
    events.push('added')
    await (await send('/api/v0/version')).text()
    events.push('answered')

    expect((await collected).trimEnd().split('\n')).toHaveLength(3_000)
    expect(events).toEqual(['added', 'answered', 'collected'])
  })
})
