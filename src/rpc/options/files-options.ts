import type { FormOptions } from '../../files/files.ts'
import type { Metadata } from '../../unixfs/add/metadata.ts'
import { bool, int, text } from '../declare/wire.ts'
import { octalMode } from './octal-mode.ts'

/** Every command of the mutable namespace takes it. */
export const FLUSH_OPTION = {
  flush: bool('Write the changes to the store at once', { alias: 'f', fallback: true }),
}

/** How the CIDs of new nodes look. Spec: RPC document, section 4, `/files/mkdir`. */
export const CID_FORM_OPTIONS = {
  'cid-version': int('CID version', { alias: 'cid-ver', status: 'experimental' }),
  hash: text('Multihash function; sets CID version 1', { status: 'experimental' }),
}

/** Spec gap: the document knows no metadata of files; today's clients send these. */
export const METADATA_OPTIONS = {
  mode: text('Permission bits in octal'),
  mtime: int('Time of the last change, in seconds since the epoch', { wire: 'int64' }),
  'mtime-nsecs': int('Nanoseconds beyond mtime', { wire: 'uint' }),
}

interface SentForm {
  readonly 'cid-version'?: number | undefined
  readonly hash?: string | undefined
}

/** {@link CID_FORM_OPTIONS} in the words of the namespace. */
export function formOptions({ 'cid-version': cidVersion, hash }: SentForm): FormOptions {
  return { cidVersion, hash: hash || undefined }
}

interface SentMetadata {
  readonly mode?: string | undefined
  readonly mtime?: number | undefined
  readonly 'mtime-nsecs'?: number | undefined
}

/** {@link METADATA_OPTIONS} as nodes carry them. Throws `invalid-argument` for a mode that is no octal number. */
export function metadataOptions({ mode, mtime, 'mtime-nsecs': nanoseconds }: SentMetadata): Metadata {
  return {
    mode: mode === undefined ? undefined : octalMode(mode),
    mtime: mtime === undefined ? undefined : { seconds: mtime, ...(nanoseconds && { nanoseconds }) },
  }
}
