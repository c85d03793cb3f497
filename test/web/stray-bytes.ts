/** Runs in a page: counts what the storage of a node holds without an index row, packs and blocks kept by themselves. */
export async function strayBytes(name: string): Promise<{ packs: number; singles: number }> {
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const keys = async (database: IDBDatabase, store: string) =>
    result(database.transaction(store).objectStore(store).getAllKeys())
  const meta = await result(indexedDB.open(`${name}/meta`))
  const blocks = await result(indexedDB.open(`${name}/blocks`))
  try {
    const named = new Set(await keys(meta, 'pack-usage'))
    const indexed = new Set(await keys(meta, 'block-index'))
    const packs = (await keys(meta, 'packs')).filter((pack) => !named.has(pack))
    const singles = (await keys(blocks, `${name}/blocks`)).filter((key) => !indexed.has(key))
    return { packs: packs.length, singles: singles.length }
  } finally {
    meta.close()
    blocks.close()
  }
}
