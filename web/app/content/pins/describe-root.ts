import { call } from '../../call.ts'
import type { Kept } from './kept-names.ts'
import { type DagPbNode, FOLDER, linkCount, parseUnixfs, RAW, SHARDED_FOLDER } from './unixfs-root.ts'

type Description = Pick<Kept, 'isFolder' | 'sizeBytes' | 'entryNames'>

/** As many as a row has room for. */
const MAX_ENTRY_NAMES = 4
const MAX_NAME_CHARACTERS = 60

/**
 * Describes a root from its own block: the size of a file, or the sum of the links of a folder and its first names.
 * Other data is not described.
 */
export async function describeRoot(
  cid: string,
  options: { readonly signal: AbortSignal },
): Promise<Description> {
  if (RAW.test(cid)) {
    const { Size } = await call('block/stat', { args: { key: cid } }, options)
    return { isFolder: false, sizeBytes: Size }
  }
  const node: DagPbNode = await new Response(await call('dag/get', { args: { ref: cid } }, options)).json()
  const root = parseUnixfs(node)
  if (!root) return {}
  const { type, fileSizeBytes, links } = root
  if (type !== FOLDER && type !== SHARDED_FOLDER) return { isFolder: false, sizeBytes: fileSizeBytes }
  const sizeBytes = links.reduce((sum, { Tsize = 0 }) => sum + Tsize, 0)
  // The links of a sharded folder are named by hashes.
  const shown = type === FOLDER ? links.slice(0, MAX_ENTRY_NAMES) : []
  const entryNames = shown.map(({ Name = '' }) => Name.slice(0, MAX_NAME_CHARACTERS))
  return { isFolder: true, sizeBytes, entryNames }
}

/**
 * How many entries a folder has, or how many parts a file, from its root block. Absent when only further blocks tell:
 * for sharded folders, and for files whose parts may have parts.
 */
export async function readLinkCount(cid: string): Promise<number | undefined> {
  if (RAW.test(cid)) return 0
  const node: DagPbNode = await new Response(await call('dag/get', { args: { ref: cid } })).json()
  return linkCount(node)
}
