import { type Call, RpcError } from '../../../../src/rpc/client.ts'
import { call } from '../../call.ts'
import type { Item } from './entry.ts'
import { nameOf } from './place.ts'
import { isFixed } from './read-folder.ts'

interface StatusOptions {
  readonly signal: AbortSignal
  /** Default: the node that the page shows. */
  readonly on?: Call
}

/** An item by its path. Content that is no file or folder counts as a file, which the preview shows as data. */
export async function statusOf(path: string, { on = call, ...options }: StatusOptions): Promise<Item> {
  const name = nameOf(path)
  try {
    const { Hash, Type, Size } = await on('files/stat', { args: { path } }, options)
    return { name, path, cid: Hash, isFolder: Type === 'directory', sizeBytes: Size }
  } catch (error) {
    if (!isFixed(path) || !(error instanceof RpcError) || !/unixfs/i.test(error.message)) throw error
    return { name, path, cid: name, isFolder: false, sizeBytes: 0 }
  }
}

/** Like {@link statusOf}. `undefined` for content under a CID that neither the node nor its peers have. */
export async function foundStatus(path: string, options: StatusOptions): Promise<Item | undefined> {
  try {
    return await statusOf(path, options)
  } catch (error) {
    if (isFixed(path) && error instanceof RpcError && /could not find/.test(error.message)) return undefined
    throw error
  }
}

/** The CID of a path of the files. `undefined` if nothing has the path. */
export async function heldCid(path: string, options: StatusOptions): Promise<string | undefined> {
  try {
    return (await statusOf(path, options)).cid
  } catch (error) {
    if (error instanceof RpcError && /file does not exist/.test(error.message)) return undefined
    throw error
  }
}
