import type { FormOptions } from '../../files/files.ts'
import type { Metadata } from '../../unixfs/add/metadata.ts'
import { bool, int, text } from '../declare/wire.ts'
import { exactMtime } from './exact-mtime.ts'
import { octalMode } from './octal-mode.ts'

/** An option of every command of the mutable namespace. */
export const FLUSH_OPTION = {
  flush: bool('Accepted and without effect: changes are always written at once', {
    alias: 'f',
    fallback: true,
  }),
}

/** Options for the CIDs of new nodes. Spec: RPC document, section 4, `/files/mkdir`. */
export const CID_FORM_OPTIONS = {
  'cid-version': int('CID version', { alias: 'cid-ver', status: 'experimental' }),
  hash: text('Multihash function; sets CID version 1', { status: 'experimental' }),
}

/** Spec gap: the document has no metadata of files, but today's clients send these. */
export const METADATA_OPTIONS = {
  mode: text('Permission bits in octal'),
  mtime: int('Time of the last change, in seconds since the epoch', { wire: 'int64' }),
  'mtime-nsecs': int('Nanoseconds beyond mtime', { wire: 'uint' }),
}

interface SentForm {
  readonly 'cid-version'?: number | undefined
  readonly hash?: string | undefined
}

/** Converts {@link CID_FORM_OPTIONS} to the options of the namespace. A hash function replaces version 0 by 1. */
export function formOptions({ 'cid-version': cidVersion, hash }: SentForm): FormOptions {
  return hash ? { cidVersion: cidVersion || undefined, hash } : { cidVersion }
}

interface SentMetadata {
  readonly mode?: string | undefined
  readonly mtime?: number | undefined
  readonly 'mtime-nsecs'?: number | undefined
}

/** Converts {@link METADATA_OPTIONS} to UnixFS metadata. Throws `invalid-argument` for a mode that is not octal, or a time that is not exact. */
export function metadataOptions({ mode, mtime, 'mtime-nsecs': nanoseconds = 0 }: SentMetadata): Metadata {
  return {
    mode: mode === undefined ? undefined : octalMode(mode),
    mtime: mtime === undefined ? undefined : exactMtime({ seconds: mtime, nanoseconds }),
  }
}
