import type { Call } from '../../../../src/rpc/client.ts'
import { call } from '../../call.ts'
import type { Item } from './entry.ts'
import { childPath } from './place.ts'

interface ReadOptions {
  readonly signal: AbortSignal
}

/** Types of links in `ls`. Spec: RPC document, section 4, `/ls`. */
const FOLDER = 1

/** Reads the entries of a folder as they arrive, some at a time, in the order of the node. */
export async function* readFolder(path: string, options: ReadOptions): AsyncGenerator<Item[]> {
  if (isFixed(path)) {
    const lines = await call('ls', { args: { 'ipfs-path': path }, options: { stream: true } }, options)
    for await (const { Objects } of lines) {
      yield Objects.flatMap(({ Links }) =>
        Links.map(({ Name, Hash, Size, Type }) => {
          const isFolder = Type === FOLDER
          const sizeBytes = isFolder ? 0 : Size
          return { name: Name, cid: Hash, isFolder, sizeBytes, path: childPath(path, Name) }
        }),
      )
    }
    return
  }
  const lines = await call('files/ls', { args: { path }, options: { long: true, stream: true } }, options)
  for await (const { Entries } of lines) {
    yield (Entries ?? []).map(({ Name, Hash, Size, Type }) => ({
      name: Name,
      cid: Hash,
      isFolder: Type === 1,
      sizeBytes: Size,
      path: childPath(path, Name),
    }))
  }
}

/** The names in a folder of the files, without reading what they name. Of the node that the page shows, or of `on`. */
export async function namesIn(
  folder: string,
  { on = call, ...options }: ReadOptions & { readonly on?: Call },
): Promise<Set<string>> {
  const names = new Set<string>()
  const lines = await on('files/ls', { args: { path: folder }, options: { stream: true } }, options)
  for await (const { Entries } of lines) for (const { Name } of Entries ?? []) names.add(Name)
  return names
}

/** True for content under a CID, which cannot be changed. */
export function isFixed(path: string): boolean {
  return path.startsWith('/ipfs/')
}
