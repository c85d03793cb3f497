import { countText } from '../../amounts.ts'
import { thisNode } from '../../node/this-node.ts'
import { pagePart } from '../../page-part.ts'
import { contentTexts } from '../content-texts.ts'
import { folderText } from '../files/changes.ts'
import type { Dropped } from './dropped-files.ts'
import type { RunningTransfer, Transfer } from './transfers.ts'
import { totalBytes, uploadFiles } from './upload-files.ts'

/** Maximum size of a single request to a server. More is uploaded in parts, so that a reload does not end it. */
const ONE_REQUEST_BYTES = 8 * 1024 * 1024

const upload = pagePart(() => import('./upload/run-upload.ts'))

export interface Into {
  /** Path of the folder that gets what is added. */
  readonly folder: string
  readonly onAdded: () => Promise<void>
}

/** Adds dropped or chosen files to a folder once they are read. */
export function addDropped(read: () => Promise<readonly Dropped[]>, { folder, onAdded }: Into): Transfer {
  return {
    title: contentTexts.addingTo(folderText(folder)),
    async run(running) {
      const { signal, progress } = running
      progress.start(contentTexts.readingFolder)
      const dropped = await read()
      signal.throwIfAborted()
      if (dropped.length === 0) {
        throw new Error(contentTexts.noFiles)
      }
      const what = countText(dropped.length, 'item')
      progress.start(contentTexts.adding(what))
      const message = await uploaded(dropped, folder, running)
      if (message === undefined) {
        await uploadFiles(dropped, { node: await thisNode(), folder, signal, onProgress: progress.show })
      }
      await onAdded()
      return message ?? contentTexts.addedItems(what)
    },
  }
}

/** Uploads many bytes to a server. `undefined` where one request takes them to the node. */
async function uploaded(
  dropped: readonly Dropped[],
  folder: string,
  running: RunningTransfer,
): Promise<string | undefined> {
  const node = await thisNode()
  if (node.kind === 'browser' || totalBytes(dropped) <= ONE_REQUEST_BYTES) return undefined
  const { uploadInParts } = await upload()
  return uploadInParts(dropped, { node, folder, running })
}
