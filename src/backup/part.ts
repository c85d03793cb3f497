import { definePart } from '../parts/define-part.ts'
import { type ExportBackupOptions, type ExportStore, exportBackup } from './export-backup.ts'
import {
  type ImportBackupOptions,
  type ImportBackupStore,
  importBackup,
  type RestoreEvent,
} from './import-backup.ts'
import { isBackupBlock } from './row-blocks.ts'

/** A whole node as one file: see {@link exportBackup} and {@link importBackup}. */
export interface Backup {
  exporting(options?: ExportBackupOptions): AsyncGenerator<Uint8Array, void>
  importing(
    content: AsyncIterable<Uint8Array>,
    options: ImportBackupOptions,
  ): AsyncGenerator<RestoreEvent, void>
}

export interface BackupNeeds
  extends ExportStore,
    Omit<ImportBackupStore, 'datastore' | 'contributions' | 'keys'> {
  readonly datastore: ExportStore['datastore'] & ImportBackupStore['datastore']
  readonly keys: ExportStore['keys'] & ImportBackupStore['keys']
}

/** Backup and restore. The parts contribute the rows and roots of their data. */
export const backupPart = definePart({
  name: 'backup',
  needs: {
    datastore: 'required',
    blockstore: 'required',
    wholeSource: 'required',
    pins: 'required',
    coverWalk: 'required',
    clock: 'required',
    random: 'required',
    keys: 'required',
    locks: 'required',
    contentLock: 'required',
    activity: 'required',
    writeBudget: 'required',
    contributions: 'required',
  },
  create: (needs: BackupNeeds): Backup => ({
    exporting: (options) => exportBackup(needs, options),
    importing: (content, options) => importBackup(needs, content, options),
  }),
  // Rows have the texts of drafts, names of pins, and who pinned what.
  hides: () => isBackupBlock,
})
