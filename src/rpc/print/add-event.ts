import type { CID } from '../../codec/cid/cid.ts'
import type { AddEvent } from '../../unixfs/add/added-event.ts'

interface AddLine {
  readonly Name: string
  readonly Hash?: string | undefined
  readonly Bytes?: number | undefined
  readonly Size?: string | undefined
  readonly Mode?: string | undefined
  readonly Mtime?: number | undefined
  readonly MtimeNsecs?: number | undefined
}

/** Formats an event of an add for the wire: sizes are decimal strings, zero and empty values are omitted. */
export function addEvent(event: AddEvent, printCid: (cid: CID) => string): AddLine {
  if (event.type === 'progress') return { Name: event.name, Bytes: event.bytes || undefined }
  const { name, nameless, cid, size, mode, mtime } = event
  return {
    Name: nameless ? printCid(cid) : name,
    Hash: printCid(cid),
    Size: String(size),
    Mode: mode ? `0${mode.toString(8)}` : undefined,
    Mtime: mtime?.seconds || undefined,
    MtimeNsecs: mtime?.nanoseconds || undefined,
  }
}
