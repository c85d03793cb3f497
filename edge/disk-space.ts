/** What the starter of a local node tells of its disk: see `edge/local/disk-report.ts`. */
interface DiskReport {
  /** What a program may still write. */
  readonly freeBytes: number
  /** Size of the files of the objects' databases. */
  readonly databaseBytes: number
}

/** Below so much, free pages of a database are of no use: what is written into them goes through its journal first. */
const JOURNAL_BYTES = 4 * 1024 * 1024

export interface DiskSpaceOptions {
  /** The starter, which answers any request with a {@link DiskReport}. */
  readonly disk: Pick<Fetcher, 'fetch'>
  readonly storage: Pick<DurableObjectStorage, 'sql'>
}

/** Readings of the disk below a local node, in bytes. Both reject when the starter has ended. */
export interface DiskSpace {
  /** What files can be written on. */
  forFiles(): Promise<number>
  /** What rows can be written on: the disk, and the pages that removed rows have left in the database's file. */
  forRows(): Promise<number>
}

export function diskSpace({ disk, storage }: DiskSpaceOptions): DiskSpace {
  const report = async (): Promise<DiskReport> => (await disk.fetch('http://disk/')).json()
  return {
    forFiles: async () => (await report()).freeBytes,
    async forRows() {
      const { freeBytes, databaseBytes } = await report()
      // Less than nothing where rows are in the journal, and not yet in the file.
      const unusedBytes = databaseBytes - storage.sql.databaseSize
      return freeBytes < JOURNAL_BYTES ? freeBytes : freeBytes + unusedBytes
    },
  }
}
