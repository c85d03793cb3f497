import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { Mtime } from '../ports/file-source.ts'
import type { EditStore } from '../unixfs/edit/edit-store.ts'
import { rewriteNode } from '../unixfs/edit/rewrite-node.ts'
import type { WrittenNode } from '../unixfs/layout/node-writer.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { changeEntry } from './change-entry.ts'
import { changeTree, type FilesOptions, requestedForm } from './edit-tree.ts'
import { doesNotExist } from './errors.ts'
import type { FilesCall, FormOptions } from './files.ts'
import { parseFilesPath } from './path.ts'

/** Implements {@link Files.changeForm}. */
export async function changeForm(
  options: FilesOptions,
  path: string,
  call: FilesCall & FormOptions,
): Promise<void> {
  const form = requestedForm(call)
  await changeNode(options, path, {
    ...call,
    rewrite: async (store, cid) => {
      const { kind } = await openNode(store.blocks, cid, call)
      if (kind !== 'directory') throw new DomainError('failed-precondition', 'can only update directories')
      return rewriteNode(store, cid, { form, signal: call.signal })
    },
  })
}

/** Implements {@link Files.changeMode} and {@link Files.touch}: each leaves the other field unchanged. */
export async function changeMetadata(
  options: FilesOptions,
  path: string,
  { mode, mtime, ...call }: FilesCall & { readonly mode?: number; readonly mtime?: Mtime },
): Promise<void> {
  await changeNode(options, path, {
    ...call,
    rewrite: (store, cid) =>
      rewriteNode(store, cid, {
        signal: call.signal,
        metadata: (old) => ({
          mode: mode === undefined ? old.mode : mode || undefined,
          mtime: mtime ?? old.mtime,
        }),
      }),
  })
}

interface ChangeNodeOptions extends FilesCall {
  rewrite(store: EditStore, cid: CID): Promise<WrittenNode>
}

async function changeNode(
  options: FilesOptions,
  path: string,
  { rewrite, ...call }: ChangeNodeOptions,
): Promise<void> {
  const { names } = parseFilesPath(path)
  await changeTree(options, call, async (root, store) => {
    if (names.length === 0) return (await rewrite(store, root)).cid
    const edit = ({ child }: { readonly child: CID | undefined }) => {
      if (!child) throw doesNotExist()
      return rewrite(store, child)
    }
    return changeEntry(store, root, { names, edit: async (found) => edit(found), signal: call.signal })
  })
}
