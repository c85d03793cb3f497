import { definePart } from '../parts/define-part.ts'
import { createFiles } from './create-files.ts'
import { ROOT_LOCK, ROOT_ROW } from './files-root.ts'

/** The mutable file system. Garbage collection keeps everything that its root reaches. */
export const filesPart = definePart({
  name: 'files',
  needs: {
    blockstore: 'required',
    datastore: 'required',
    locks: 'required',
    clock: 'required',
    activity: 'required',
    writeBudget: 'required',
    contentLock: 'required',
    walk: 'required',
    importing: 'required',
  },
  create: createFiles,
  roots: ({ liveRoots }) => liveRoots,
  saves: { prefixes: [ROOT_ROW], lock: ROOT_LOCK },
})
