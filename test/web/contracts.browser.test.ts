import { openWebPorts } from '../../web/ports.ts'
import { blockstoreContract } from '../contracts/blockstore.ts'
import { calendarContract } from '../contracts/calendar.ts'
import { datastoreContract } from '../contracts/datastore.ts'
import { locksContract } from '../contracts/locks.ts'
import { timeZonesContract } from '../contracts/time-zones.ts'
import { freshName } from './storage-name.ts'

const open = () => openWebPorts({ name: freshName() })

blockstoreContract('IndexedDB', async () => (await open()).blockstore)
datastoreContract('IndexedDB', async () => (await open()).datastore)
locksContract('Web Locks', async () => (await open()).locks)
calendarContract('IndexedDB and Web Locks', open)
timeZonesContract('Chromium')
