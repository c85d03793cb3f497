import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageFolders } from './data-folder.ts'

/** Database files are named by the id of their object. */
const OBJECT_DATABASE = /^[0-9a-f]{64}\.sqlite$/

/** Answers with the free space and the size of the databases, as JSON. Both numbers are bytes. */
export async function diskReport({ durableObjectsPersist: folder }: StorageFolders): Promise<Response> {
  const { bavail, bsize } = await statfs(folder)
  return Response.json({ freeBytes: bavail * bsize, databaseBytes: await databaseBytes(folder) })
}

async function databaseBytes(folder: string): Promise<number> {
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    OBJECT_DATABASE.test(name.slice(name.lastIndexOf('/') + 1)),
  )
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
