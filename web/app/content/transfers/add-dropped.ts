import { countText } from '../../amounts.ts'
import { rememberNames } from '../pins/kept-names.ts'
import { namePin } from '../pins/name-pin.ts'
import { addFiles } from './add-files.ts'
import type { Dropped } from './dropped-files.ts'
import type { IntakeTask } from './transfers.ts'

/** Naming a pin takes one call each. Beyond this number, only this page remembers the names. */
const MAX_NAMED_PINS = 100

/** Adds dropped or chosen files once they are read, and names their pins. */
export function addDropped(
  read: () => Promise<readonly Dropped[]>,
  onAdded: () => Promise<void>,
): IntakeTask {
  return async ({ signal, progress }) => {
    progress.start('Reading the folder')
    const dropped = await read()
    signal.throwIfAborted()
    if (dropped.length === 0) {
      throw new Error('No files found. Drop files or a folder from your computer.')
    }
    const what = countText(dropped.length, 'item')
    progress.start(`Adding ${what}`)
    const roots = await addFiles(dropped, { signal, onProgress: progress.show })
    await rememberNames(roots.toReversed())
    for (const root of roots.slice(0, MAX_NAMED_PINS)) await namePin(root, { signal })
    await onAdded()
    return `Added ${what}`
  }
}
