import { loadBlock } from '../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../codec/cid/cid.ts'
import { decodeDagPb } from '../codec/dag-pb/dag-pb.ts'
import { DomainError, isDomainError } from '../errors.ts'
import { plainPath } from '../unixfs/dag/parse-path.ts'
import { writeEntries } from '../unixfs/directory/write-directory.ts'
import type { EditStore } from '../unixfs/edit/edit-store.ts'
import { cumulativeSize } from '../unixfs/layout/cumulative-size.ts'
import type { WrittenNode } from '../unixfs/layout/node-writer.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { changeEntry } from './change-entry.ts'
import { changeTree, type FilesOptions } from './edit-tree.ts'
import { alreadyHasEntry, doesNotExist, isNotDirectory, prefixErrors } from './errors.ts'
import type { CopyFilesOptions, FilesCall } from './files.ts'
import { EMPTY_ROOT, withEmptyRoot } from './files-root.ts'
import { findNode } from './find-node.ts'
import { parseFilesPath, pathText } from './path.ts'
import { protectCopied } from './protect-copied.ts'
import { resolveNode } from './read-files.ts'

/** Implements {@link Files.copy}. Reads only the root of the source. */
export async function copyFiles(
  options: FilesOptions,
  [source, destination]: readonly [string, string],
  { parents = false, force = false, ...call }: FilesCall & CopyFilesOptions,
): Promise<void> {
  const from = parseFilesPath(plainPath(source))
  const to = parseFilesPath(destination)
  const sourceText = from.text.replace(/\/$/, '')
  const cid = await prefixErrors(`cp: cannot get node from path ${sourceText || '/'}`, async () => {
    const found = await resolveNode(options, sourceText || '/', call)
    const bytes = await loadBlock(withEmptyRoot(call.session), found, call)
    if (found.code === DAG_PB_CODEC) decodeDagPb(bytes)
    return found
  })
  const isInto = to.isDirectory || to.names.length === 0
  const names = isInto ? [...to.names, from.names.at(-1) ?? ''] : to.names
  const destinationText = pathText(names)
  const isName = names.at(-1) !== ''
  await protectCopied(options, cid, call)
  await changeTree(options, call, async (root, store) => {
    const node = await sourceNode(store, cid, call)
    // Readers of the namespace have this block anyway, but a backup needs it stored.
    if (cid.equals(EMPTY_ROOT)) await writeEntries(store.writerLike(EMPTY_ROOT), [], {})
    const edit = async ({ child }: { readonly child: CID | undefined }) => {
      if (child && !force) throw alreadyHasEntry()
      if (child && (await openNode(store.blocks, child, call)).kind === 'directory') {
        throw new DomainError(
          'failed-precondition',
          `cp: cannot unlink existing file: not a file: ${destinationText}`,
        )
      }
      return node
    }
    const put = () => {
      if (!isName) throw alreadyHasEntry()
      return changeEntry(store, root, {
        ...{ names, edit, signal: call.signal },
        parents: parents ? { form: undefined } : undefined,
      })
    }
    return prefixErrors(`cp: cannot put node in path ${destinationText}`, put)
  })
}

async function sourceNode(store: EditStore, cid: CID, { signal }: FilesCall): Promise<WrittenNode> {
  const isFile = cid.code === DAG_PB_CODEC || cid.code === RAW_CODEC
  if (!isFile) throw notUnixfs()
  await openNode(store.blocks, cid, { signal }).catch((error: unknown) => {
    throw isDomainError(error, 'unsupported') || isDomainError(error, 'corrupt') ? notUnixfs() : error
  })
  return { cid, sizeBytes: await cumulativeSize(store.blocks, cid, { signal }) }
}

function notUnixfs(): DomainError {
  return new DomainError('unsupported', 'cp: source must be a valid UnixFS (dag-pb or raw codec)')
}

/** Implements {@link Files.move}. */
export async function moveFiles(
  options: FilesOptions,
  [source, destination]: readonly [string, string],
  call: FilesCall,
): Promise<void> {
  const { names: from } = parseFilesPath(source)
  const to = parseFilesPath(destination)
  const { signal } = call
  const name = from.at(-1)
  if (name === undefined) throw doesNotExist()
  await changeTree(options, call, async (root, store) => {
    const isInto = to.isDirectory || to.names.length === 0
    const place = isInto ? [...to.names, name] : to.names
    for (const names of [place, from]) await assertInDirectory(store, root, { names, signal })
    const target = await targetOf(store, root, { place, name, signal })
    if (target.names.join('/') === from.join('/')) {
      await findNode(store.blocks, root, { names: from, signal })
      return root
    }
    let node: WrittenNode | undefined
    const without = await changeEntry(store, root, {
      ...{ names: from, signal },
      edit: async ({ child }) => {
        if (!child) throw doesNotExist()
        node = { cid: child, sizeBytes: await cumulativeSize(store.blocks, child, { signal }) }
        return undefined
      },
    })
    if (node && from.every((part, at) => target.names[at] === part)) {
      const { kind } = await openNode(store.blocks, node.cid, { signal })
      throw kind === 'directory' ? intoItself(source, destination) : isNotDirectory(from)
    }
    const edit = async ({ child }: { readonly child: CID | undefined }) => {
      if (child && !target.replaces) throw alreadyHasEntry()
      return node
    }
    return changeEntry(store, without, { names: target.names, edit, signal })
  })
}

/** Throws `not-found` when the directory of a path does not exist, `failed-precondition` when it is a file. */
async function assertInDirectory(
  store: EditStore,
  root: CID,
  { names, signal }: { readonly names: readonly string[]; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const above = names.slice(0, -1)
  const { kind } = await openNode(
    store.blocks,
    await findNode(store.blocks, root, { names: above, signal }),
    {
      signal,
    },
  )
  if (kind !== 'directory') throw isNotDirectory(above)
}

interface Target {
  readonly names: readonly string[]
  /** True when an existing file is replaced. */
  readonly replaces: boolean
}

/** The target of a move: an entry of that directory if one has the name, else the name itself. */
async function targetOf(
  store: EditStore,
  root: CID,
  { place, name, signal }: { place: readonly string[]; name: string; signal?: AbortSignal | undefined },
): Promise<Target> {
  const child = await findNode(store.blocks, root, { names: place, signal }).catch((error: unknown) => {
    if (isDomainError(error, 'not-found') || isDomainError(error, 'failed-precondition')) return undefined
    throw error
  })
  const isDirectory = child && (await openNode(store.blocks, child, { signal })).kind === 'directory'
  return isDirectory ? { names: [...place, name], replaces: false } : { names: place, replaces: true }
}

function intoItself(source: string, destination: string): DomainError {
  const [from, to] = [JSON.stringify(source), JSON.stringify(destination)]
  return new DomainError('invalid-argument', `Cannot move ${from} to ${to}: it would be inside itself`)
}
