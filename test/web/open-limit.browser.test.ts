import { describe, expect, it } from 'vitest'
import { createActivity } from '../../src/diagnostics/activity.ts'
import { deleteStorage } from '../../web/host/delete-storage.ts'
import { openDatabase } from '../../web/host/indexeddb/indexed-database.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { freshName } from './storage-name.ts'

const LIMIT_MS = 100

const HELD_UP = { code: 'unavailable', message: expect.stringMatching(/another tab .* has stopped/) }

describe('a database that another tab keeps open, because its thread has stopped', () => {
  it('is not opened in a newer version, and not kept open once that tab goes on', async () => {
    const name = freshName()
    const stopped = await stoppedTab(name)
    const open = () => openDatabase(name, { activity: createActivity(), version: 2, openLimitMs: LIMIT_MS })

    await expect(open()).rejects.toMatchObject(HELD_UP)
    // Behind the first request, the browser does not even begin with the next.
    await expect(open()).rejects.toMatchObject(HELD_UP)

    stopped.close()
    await open()
    await deleted(name)
  })

  it('is not deleted with the storage of a node, and the deletion does not wait for ever', async () => {
    const name = freshName()
    const stopped = await stoppedTab(`${name}/meta`)

    await expect(deleteStorage(name, { limitMs: LIMIT_MS })).rejects.toMatchObject(HELD_UP)

    stopped.close()
    await deleteStorage(name)
    expect((await indexedDB.databases()).filter((database) => database.name?.startsWith(name))).toEqual([])
  })
})

describe('a storage that a newer build has changed', () => {
  it('asks to be reloaded, and not for site data', async () => {
    const name = freshName()
    const newer = await answer(indexedDB.open(`${name}/meta`, 1_000))
    newer.close()

    await expect(openWebPorts({ name })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/newer version of this page .*reload the page$/),
    })
  })
})

/** A connection that does not notice that others wait for its end. */
async function stoppedTab(name: string): Promise<IDBDatabase> {
  return answer(indexedDB.open(name, 1))
}

async function deleted(name: string): Promise<void> {
  await answer(indexedDB.deleteDatabase(name))
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
