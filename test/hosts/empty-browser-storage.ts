import { afterAll } from 'vitest'
import { leaveRequests } from './file-requests.ts'

/** The service worker closes what is deleted under it, and answers the next file with a new node. */
afterAll(async () => {
  leaveRequests()
  const databases = await indexedDB.databases()
  await Promise.all(databases.map(({ name }) => name && deleted(name)))
  const files = await navigator.storage.getDirectory()
  for await (const name of files.keys()) await files.removeEntry(name, { recursive: true })
})

function deleted(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}
