import type { BlockReader } from '../blocks/load-block.ts'
import type { CID } from '../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { editFile, emptyFile } from '../unixfs/edit/edit-file.ts'
import { openEditedNode } from '../unixfs/edit/edited-node.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { changeEntry } from './change-entry.ts'
import { editTree, type FilesOptions, requestedForm } from './edit-tree.ts'
import { alreadyExists, cannotAccess, doesNotExist, wasNotFile, wasSymlink } from './errors.ts'
import type { FilesCall, WriteFilesOptions } from './files.ts'
import { EMPTY_ROOT, storedRoot } from './files-root.ts'
import { findChild } from './find-node.ts'
import { mtimeOf } from './mtime-of.ts'
import { type FilesPath, parseFilesPath, pathText } from './path.ts'

/**
 * Implements {@link Files.write}: reads the content once, writes the new file, then links it under the name.
 * Meanwhile other calls may change the tree, except writers of the same file, which wait. Throws
 * `failed-precondition` if the name leads to another node by the end, and then changes nothing. So until then the
 * write relies only on what it has put: the blocks of the old file matter only while the tree keeps them.
 */
export async function writeFile(
  options: FilesOptions,
  path: string,
  { content, ...call }: FilesCall & WriteFilesOptions & { readonly content: AsyncIterable<Uint8Array> },
): Promise<void> {
  const place = parseFilesPath(path)
  const { offset = 0, count, signal } = call
  if (offset < 0) throw new DomainError('invalid-argument', 'cannot have negative write offset')
  if (place.names.length === 0) throw wasNotFile(place.text)
  const form = requestedForm(call)
  const write = () =>
    editTree(options, call, async ({ store, moveRoot }) => {
      const find = async () => {
        const root = (await storedRoot(options.datastore, { signal })) ?? EMPTY_ROOT
        return findFile(store.blocks, place, { ...call, root })
      }
      const found = await find()
      if (!found.file && place.isDirectory) throw doesNotExist()
      if (count !== undefined && count < 0) {
        throw new DomainError('invalid-argument', 'cannot have negative byte count')
      }
      const file = found.file
        ? await openEditedNode(store, found.file, { signal })
        : emptyFile(form ?? found.parent)
      const written = await editFile(store, file, {
        ...{ offset, content, signal, maxBytes: count, now: mtimeOf(options.clock.now()) },
        sizeBytes: call.truncate ? 0 : undefined,
        metadata: { mode: call.mode, mtime: call.mtime },
      }).catch(async (error: unknown) => {
        if (!isDomainError(error, 'not-found')) throw error
        // The blocks of the old file may be collected as soon as it is no longer in the tree.
        const newest = await find().catch(() => undefined)
        throw newest?.file?.toString() === found.file?.toString() ? error : wasChanged(place)
      })
      call.stage?.onReceived()
      await moveRoot((root) =>
        changeEntry(store, root, {
          names: place.names,
          parents: call.parents ? { form } : undefined,
          signal,
          edit: async ({ child }) => {
            if (child?.toString() !== found.file?.toString()) throw wasChanged(place)
            return written
          },
        }),
      )
    })
  await options.locks.exclusive(`files/write${pathText(place.names)}`, write, { signal })
}

interface FindFileOptions extends AbortOptions, Pick<WriteFilesOptions, 'create' | 'parents'> {
  readonly root: CID
}

interface FoundFile {
  /** The deepest existing directory on the path. */
  readonly parent: CID
  /** Absent when the file has to be created. */
  readonly file?: CID
}

async function findFile(
  blocks: BlockReader,
  { names, text }: FilesPath,
  { root, create, parents, signal }: FindFileOptions,
): Promise<FoundFile> {
  let parent = root
  for (const [at, name] of names.entries()) {
    const directory = await openNode(blocks, parent, { signal })
    if (directory.kind !== 'directory') throw parents ? alreadyExists() : cannotAccess(names.slice(0, at + 1))
    const child = await findChild(blocks, directory, { name, signal })
    const isLast = at === names.length - 1
    if (!child) {
      if (!create || !(isLast || parents)) throw doesNotExist()
      return { parent }
    }
    if (isLast) {
      await assertFile(blocks, child, { path: text, signal })
      return { parent, file: child }
    }
    parent = child
  }
  throw wasNotFile(text)
}

/** Throws `failed-precondition` for a directory, `unsupported` for a symlink. */
export async function assertFile(
  blocks: BlockReader,
  cid: CID,
  { path, signal }: AbortOptions & { readonly path: string },
): Promise<void> {
  const { kind } = await openNode(blocks, cid, { signal })
  if (kind === 'directory') throw wasNotFile(path)
  if (kind === 'symlink') throw wasSymlink()
}

function wasChanged({ names }: FilesPath): DomainError {
  const path = JSON.stringify(pathText(names))
  return new DomainError('failed-precondition', `Cannot write to ${path}: it was changed meanwhile`)
}
