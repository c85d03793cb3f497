import { bool, int, text } from '../declare/wire.ts'

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
