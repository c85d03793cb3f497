import { countText } from '../amounts.ts'
import { addFiles } from './add-files.ts'
import type { Dropped } from './dropped-files.ts'
import type { IntakeTask } from './intake.ts'
import { rememberNames } from './kept-names.ts'
import { namePin } from './name-pin.ts'

/** Adds what was dropped or chosen, once it is read, and names its pins. */
export function addDropped(
  read: () => Promise<readonly Dropped[]>,
  onAdded: () => Promise<void>,
): IntakeTask {
  return async ({ signal, progress }) => {
    progress.start('Reading the folder')
    const dropped = await read()
    signal.throwIfAborted()
    if (dropped.length === 0) {
      throw new Error('There was no file in that. Drop files or a folder from your computer.')
    }
    const what = countText(dropped.length, 'item')
    progress.start(`Adding ${what}`)
    const roots = await addFiles(dropped, { signal, onProgress: progress.show })
    rememberNames(roots.toReversed())
    for (const root of roots) await namePin(root, { signal })
    await onAdded()
    return `Added ${what}`
  }
}
