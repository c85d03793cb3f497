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

/** Like {@link statusOf}. `undefined` if the files have no such path, or neither the node nor its peers the content. */
export async function foundStatus(path: string, options: StatusOptions): Promise<Item | undefined> {
  try {
    return await statusOf(path, options)
  } catch (error) {
    const missing = isFixed(path) ? /could not find/ : MISSING
    if (error instanceof RpcError && missing.test(error.message)) return undefined
    throw error
  }
}

/** The CID of a path of the files. `undefined` if nothing has the path. */
export async function heldCid(path: string, options: StatusOptions): Promise<string | undefined> {
  try {
    return (await statusOf(path, options)).cid
  } catch (error) {
    if (error instanceof RpcError && MISSING.test(error.message)) return undefined
    throw error
  }
}

/** How a node says that nothing has a path of the files. */
const MISSING = /file does not exist/
