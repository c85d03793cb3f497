/** Empties, in a page, what it remembers of earlier visits; what the node keeps stays. */
export async function forgetAll(): Promise<void> {
  const opening = indexedDB.open('tidepool/page')
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const change = database.transaction('remembered', 'readwrite')
  change.objectStore('remembered').clear()
  await new Promise((resolve, reject) => {
    change.oncomplete = resolve
    change.onabort = reject
  })
  database.close()
}
