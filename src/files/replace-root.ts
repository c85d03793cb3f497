import { type CID, DAG_PB_CODEC } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import { writeEntries } from '../unixfs/directory/write-directory.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { changeTree, type FilesOptions } from './edit-tree.ts'
import type { FilesCall, ReplacedRoot } from './files.ts'
import { EMPTY_ROOT, withEmptyRoot } from './files-root.ts'
import { protectCopied } from './protect-copied.ts'

/** Implements {@link Files.replaceRoot}. */
export async function replaceRoot(
  options: FilesOptions,
  after: CID = EMPTY_ROOT,
  call: FilesCall,
): Promise<ReplacedRoot> {
  await assertDirectory(options, after, call)
  await protectCopied(options, after, call)
  let before: CID | undefined
  await changeTree(options, { ...call, mayBeDamaged: true }, async (root, store, isDamaged) => {
    before = isDamaged ? undefined : root
    if (after.equals(EMPTY_ROOT)) await writeEntries(store.writerLike(EMPTY_ROOT), [], {})
    return after
  })
  return { before, after }
}

async function assertDirectory(
  { blockstore }: Pick<FilesOptions, 'blockstore'>,
  cid: CID,
  { signal }: FilesCall,
): Promise<void> {
  if (cid.code !== DAG_PB_CODEC) throw refused('new root is not a valid dag-pb node')
  const node = await openNode(withEmptyRoot(blockstore), cid, { signal })
  if (node.kind !== 'directory') throw refused('new root must be a directory')
}

function refused(message: string): DomainError {
  return new DomainError('failed-precondition', message)
}
