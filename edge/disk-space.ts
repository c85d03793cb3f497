/** What the starter of a local node reports about its disk: see `edge/local/disk-report.ts`. */
interface DiskReport {
  /** Bytes that a program can still write. */
  readonly freeBytes: number
  /** Size of the files of the objects' databases. */
  readonly databaseBytes: number
}

/** Below this, free pages inside a database are useless: writes go through its journal first. */
const JOURNAL_BYTES = 4 * 1024 * 1024

export interface DiskSpaceOptions {
  /** The starter, which answers any request with a {@link DiskReport}. */
  readonly disk: Pick<Fetcher, 'fetch'>
  readonly storage: Pick<DurableObjectStorage, 'sql'>
}

/** Free space on the disk of a local node, in bytes. Both methods reject when the starter has ended. */
export interface DiskSpace {
  /** Space for files. */
  forFiles(): Promise<number>
  /** Space for rows: free space on the disk, plus free pages inside the database's file. */
  forRows(): Promise<number>
}

export function diskSpace({ disk, storage }: DiskSpaceOptions): DiskSpace {
  const report = async (): Promise<DiskReport> => (await disk.fetch('http://disk/')).json()
  return {
    forFiles: async () => (await report()).freeBytes,
    async forRows() {
      const { freeBytes, databaseBytes } = await report()
      // Negative while rows are in the journal, but not yet in the file.
      const unusedBytes = databaseBytes - storage.sql.databaseSize
      return freeBytes < JOURNAL_BYTES ? freeBytes : freeBytes + unusedBytes
    },
  }
}
