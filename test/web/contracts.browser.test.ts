import { createActivity } from '../../src/diagnostics/activity.ts'
import { idbHostKey } from '../../web/host/indexeddb/idb-host-key.ts'
import { idbPackFiles } from '../../web/host/indexeddb/idb-pack-files.ts'
import { openMetaDatabase } from '../../web/host/indexeddb/meta-database.ts'
import { opfsFiles } from '../../web/host/opfs-files.ts'
import { openPackFiles } from '../../web/host/packs/open-pack-files.ts'
import { startPackWorker } from '../../web/host/packs/pack-worker.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { blockstoreContract } from '../contracts/blockstore.ts'
import { calendarContract } from '../contracts/calendar.ts'
import { datastoreContract } from '../contracts/datastore.ts'
import { hostKeyContract } from '../contracts/host-key.ts'
import { locksContract } from '../contracts/locks.ts'
import { packFilesContract } from '../contracts/pack-files.ts'
import { sourceFilesContract } from '../contracts/source-files.ts'
import { timeZonesContract } from '../contracts/time-zones.ts'
import { freshName } from './storage-name.ts'

const open = () => openWebPorts({ name: freshName() })

blockstoreContract('IndexedDB', async () => (await open()).blockstore)
blockstoreContract('IndexedDB and files', async () => {
  return (await openWebPorts({ name: freshName(), startPackWorker })).blockstore
})
packFilesContract('IndexedDB', async () => {
  const activity = createActivity()
  return idbPackFiles({ activity, meta: await openMetaDatabase(freshName(), { activity }) })
})
packFilesContract('origin private file system', async () => {
  const [name, activity] = [freshName(), createActivity()]
  return openPackFiles({ name, activity, meta: await openMetaDatabase(name, { activity }), startPackWorker })
})
datastoreContract('IndexedDB', async () => (await open()).datastore)
locksContract('Web Locks', async () => (await open()).locks)
hostKeyContract('IndexedDB', async () => {
  const activity = createActivity()
  const name = freshName()
  const view = async () => idbHostKey(await openMetaDatabase(name, { activity }))
  return [await view(), await view()]
})
calendarContract('IndexedDB and Web Locks', open, { operations: 60 })
timeZonesContract('Chromium')
sourceFilesContract('origin private file system', async () => {
  const root = await navigator.storage.getDirectory()
  for await (const name of root.keys()) await root.removeEntry(name, { recursive: true })
  return { files: opfsFiles(), put: putFile, remove: (path) => root.removeEntry(path) }
})

async function putFile(path: string, bytes: Uint8Array): Promise<void> {
  const [name = '', ...above] = path.split('/').toReversed()
  let directory = await navigator.storage.getDirectory()
  for (const segment of above.toReversed()) {
    directory = await directory.getDirectoryHandle(segment, { create: true })
  }
  const writable = await (await directory.getFileHandle(name, { create: true })).createWritable()
  await writable.write(new Uint8Array(bytes))
  await writable.close()
}
