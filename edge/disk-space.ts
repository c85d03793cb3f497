import { type DiskBindings, readDiskReport } from './disk-report.ts'

/** Below this, free pages inside a database are useless: writes go through its journal first. */
const JOURNAL_BYTES = 4 * 1024 * 1024

export interface DiskSpaceOptions {
  readonly env: DiskBindings
  readonly storage: Pick<DurableObjectStorage, 'sql'>
}

/** Free space on the disk of a local node, in bytes. Both methods reject when the starter has ended. */
export interface DiskSpace {
  /** Space for files. */
  forFiles(): Promise<number>
  /** Space for rows: free space on the disk, plus free pages inside the database's file. */
  forRows(): Promise<number>
}

export function diskSpace({ env, storage }: DiskSpaceOptions): DiskSpace {
  return {
    forFiles: async () => (await readDiskReport(env)).freeBytes,
    async forRows() {
      const { freeBytes, databaseBytes } = await readDiskReport(env)
      // Negative while rows are in the journal, but not yet in the file.
      const unusedBytes = databaseBytes - storage.sql.databaseSize
      return freeBytes < JOURNAL_BYTES ? freeBytes : freeBytes + unusedBytes
    },
  }
}
