import type { CID } from '../codec/cid/cid.ts'
import type { FilesOptions } from './edit-tree.ts'
import type { FilesCall } from './files.ts'

/** During a garbage collection that does not know of the copy, protects the stored blocks of the DAG. */
export async function protectCopied(
  { contentLock, walk }: FilesOptions,
  cid: CID,
  { signal }: FilesCall,
): Promise<void> {
  if (!contentLock.isProtecting()) return
  for await (const _ of walk(cid, { protect: contentLock.protect, onBad: () => undefined, signal }));
}
