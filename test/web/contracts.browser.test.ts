import { createActivity } from '../../src/diagnostics/activity.ts'
import { idbHostKey } from '../../web/host/indexeddb/idb-host-key.ts'
import { idbPackFiles } from '../../web/host/indexeddb/idb-pack-files.ts'
import { openMetaDatabase } from '../../web/host/indexeddb/meta-database.ts'
import { openWebPorts } from '../../web/host/ports.ts'
import { blockstoreContract } from '../contracts/blockstore.ts'
import { calendarContract } from '../contracts/calendar.ts'
import { datastoreContract } from '../contracts/datastore.ts'
import { hostKeyContract } from '../contracts/host-key.ts'
import { locksContract } from '../contracts/locks.ts'
import { packFilesContract } from '../contracts/pack-files.ts'
import { timeZonesContract } from '../contracts/time-zones.ts'
import { freshName } from './storage-name.ts'

const open = () => openWebPorts({ name: freshName() })

blockstoreContract('IndexedDB', async () => (await open()).blockstore)
packFilesContract('IndexedDB', async () => {
  const activity = createActivity()
  return idbPackFiles({ activity, meta: await openMetaDatabase(freshName(), { activity }) })
})
datastoreContract('IndexedDB', async () => (await open()).datastore)
locksContract('Web Locks', async () => (await open()).locks)
hostKeyContract('IndexedDB', async () => {
  const activity = createActivity()
  const name = freshName()
  const view = async () => idbHostKey(await openMetaDatabase(name, { activity }))
  return [await view(), await view()]
})
calendarContract('IndexedDB and Web Locks', open)
timeZonesContract('Chromium')
