import { countText } from '../../amounts.ts'
import { contentTexts } from '../content-texts.ts'
import { folderText } from '../files/changes.ts'
import type { Dropped } from './dropped-files.ts'
import type { Transfer } from './transfers.ts'
import { uploadFiles } from './upload-files.ts'

export interface Into {
  /** Path of the folder that gets what is added. */
  readonly folder: string
  readonly onAdded: () => Promise<void>
}

/** Adds dropped or chosen files to a folder once they are read. */
export function addDropped(read: () => Promise<readonly Dropped[]>, { folder, onAdded }: Into): Transfer {
  return {
    title: contentTexts.addingTo(folderText(folder)),
    async run({ signal, progress }) {
      progress.start(contentTexts.readingFolder)
      const dropped = await read()
      signal.throwIfAborted()
      if (dropped.length === 0) {
        throw new Error(contentTexts.noFiles)
      }
      const what = countText(dropped.length, 'item')
      progress.start(contentTexts.adding(what))
      await uploadFiles(dropped, { folder, signal, onProgress: progress.show })
      await onAdded()
      return contentTexts.addedItems(what)
    },
  }
}
