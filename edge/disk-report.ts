import type { Env } from './env.ts'

/** What the starter of a local node reports about its disk: see `edge/local/disk-report.ts`. */
export interface DiskReport {
  /** Bytes that a program can still write. */
  readonly freeBytes: number
  /** Size of the files of the objects' databases. */
  readonly databaseBytes: number
}

/** The bindings of a local node for reports about its disk. */
export type DiskBindings = Pick<Env, 'DISK' | 'DISK_KEY'>

/** Asks the starter, with the key by which it knows its own runtime. Rejects when it has ended, and in a deployment. */
export async function readDiskReport({ DISK: disk, DISK_KEY: key }: DiskBindings): Promise<DiskReport> {
  if (!disk) throw new TypeError('No disk is bound')
  return (await disk.fetch('http://disk/', { headers: { Authorization: `Bearer ${key}` } })).json()
}
