import { definePart } from '../node/part.ts'
import { createFiles } from './create-files.ts'

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
})
