import type { CID } from '../codec/cid/cid.ts'
import type { LiveRoot } from '../parts/live-roots.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { writeEntries } from '../unixfs/directory/write-directory.ts'
import { createShardSizes } from '../unixfs/edit/shard-sizes.ts'
import { changeForm, changeMetadata } from './change-nodes.ts'
import { copyFiles, moveFiles } from './copy-and-move.ts'
import { changeTree, type FilesNeeds, type FilesOptions } from './edit-tree.ts'
import type { Files } from './files.ts'
import { EMPTY_ROOT, storedRoot } from './files-root.ts'
import { createPathCache } from './find-node.ts'
import { createListingCache } from './listing-cache.ts'
import { localityOf } from './locality.ts'
import { locateBlock } from './locate-block.ts'
import { makeDirectory } from './make-directory.ts'
import { placeNodes } from './place-nodes.ts'
import { listFiles, nodeAt, readFiles, statFiles } from './read-files.ts'
import { removeFiles } from './remove-files.ts'
import { replaceRoot } from './replace-root.ts'
import { writeFile } from './write-file.ts'

/** Creates the mutable file system (MFS). Spec: RPC document, section 4, "Mutable file namespace". */
export function createFiles(needs: FilesNeeds): Files {
  const { blockstore, datastore } = needs
  const options: FilesOptions = { ...needs, shardSizes: createShardSizes(), paths: createPathCache() }
  const listings = createListingCache()
  return {
    stat: (path, call) => statFiles(options, path, call),
    locality: (cid, call) => localityOf(blockstore, cid, call),
    list: (path, call) => listFiles({ ...options, listings }, path, call),
    read: (path, call) => readFiles(options, path, call),
    write: (path, content, call) => writeFile(options, path, { ...call, content }),
    makeDirectory: (path, call) => makeDirectory(options, path, call),
    copy: (source, destination, call) => copyFiles(options, [source, destination], call),
    move: (source, destination, call) => moveFiles(options, [source, destination], call),
    remove: (paths, call) => removeFiles(options, paths, call),
    changeForm: (path, call) => changeForm(options, path, call),
    changeMode: (path, mode, call) => changeMetadata(options, path, { ...call, mode }),
    place: (nodes, destination, call) => placeNodes(options, nodes, { ...call, destination }),
    replaceRoot: (cid, call) => replaceRoot(options, cid, call),
    touch: (path, mtime, call) => changeMetadata(options, path, { ...call, mtime }),
    async flush(path, call) {
      if (!(await storedRoot(datastore, call))) {
        await changeTree(options, call, async (root, store) => {
          if (root.equals(EMPTY_ROOT)) await writeEntries(store.writerLike(EMPTY_ROOT), [], {})
          return root
        })
      }
      return nodeAt(options, path, call)
    },
    async *liveRoots(call: AbortOptions): AsyncGenerator<LiveRoot> {
      const root = await storedRoot(datastore, call)
      if (!root) return
      const locate = (cid: CID, options: AbortOptions) => locateBlock(blockstore, root, { cid, ...options })
      const mustExist = !root.equals(EMPTY_ROOT)
      yield { cid: root, mayBeIncomplete: true, mustExist, isBackedUpWhole: true, locate }
    },
  }
}
