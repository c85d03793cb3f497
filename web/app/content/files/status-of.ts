import { RpcError } from '../../../../src/rpc/client.ts'
import { call } from '../../call.ts'
import type { Item } from './entry.ts'
import { nameOf } from './place.ts'
import { isFixed } from './read-folder.ts'

/** An item by its path. Content that is no file or folder counts as a file, which the preview shows as data. */
export async function statusOf(path: string, options: { readonly signal: AbortSignal }): Promise<Item> {
  const name = nameOf(path)
  try {
    const { Hash, Type, Size } = await call('files/stat', { args: { path } }, options)
    return { name, path, cid: Hash, isFolder: Type === 'directory', sizeBytes: Size }
  } catch (error) {
    if (!isFixed(path) || !(error instanceof RpcError) || !/unixfs/i.test(error.message)) throw error
    return { name, path, cid: name, isFolder: false, sizeBytes: 0 }
  }
}
