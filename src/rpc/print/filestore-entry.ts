import type * as z from 'zod/mini'
import type { FilestoreItem, FilestoreState } from '../../filestore/filestore.ts'
import type { FilestoreEntry } from '../shapes/files.ts'

type Entry = z.infer<typeof FilestoreEntry>

/** Facts of the RPC, section 8.6. */
const STATUSES: Readonly<Record<FilestoreState, number>> = {
  good: 0,
  error: 10,
  'no-file': 11,
  changed: 12,
  failed: 20,
  missing: 30,
}

const WORDS: Readonly<Record<number, string>> = {
  0: 'ok',
  10: 'error',
  11: 'no-file',
  12: 'changed',
  20: 'ERROR',
  30: 'missing',
}

/** A reference for the wire. `cid-base` has no effect on it, as in the reference implementation. */
export function filestoreEntry({ state, reason = '', cid, reference }: FilestoreItem): Entry {
  return {
    Status: STATUSES[state],
    ErrorMsg: reason,
    Key: cid ? { '/': cid.toString() } : null,
    FilePath: reference?.location ?? '',
    Offset: reference?.offset ?? 0,
    Size: reference?.sizeBytes ?? 0,
  }
}

export function filestoreLine(entry: Entry): string {
  return `${placeOf(entry)}\n`
}

export function verifiedLine(entry: Entry): string {
  return `${(WORDS[entry.Status] ?? '').padEnd(7)} ${entry.Key ? placeOf(entry) : entry.ErrorMsg}\n`
}

function placeOf({ Key, Size, FilePath, Offset }: Entry): string {
  return `${Key?.['/']} ${String(Size).padStart(6)} ${FilePath} ${Offset}`
}
