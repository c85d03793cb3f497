import { startsWithBytes } from '../codec/bytes/bytes.ts'
import { type CID, cidOfText, parseCid } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore, Entry } from '../ports/datastore.ts'
import { keyOf, prefixRange } from '../state/keys.ts'
import type { SavedRows } from '../state/saved-rows.ts'

/** Kinds of stored pins; `indirect` ones are derived from the recursive ones. */
export type PinKind = 'recursive' | 'direct'

export interface Pin {
  readonly cid: CID
  readonly kind: PinKind
  readonly name?: string | undefined
  /** Milliseconds since the epoch. */
  readonly createdMs: number
}

const decoder = new TextDecoder()

/**
 * Key of a pin's row. Pins are stored by full CID at the end, with the multihash first, so that one range finds all
 * pins of a block.
 */
export function pinKey({ cid, kind }: Pick<Pin, 'cid' | 'kind'>): Uint8Array {
  return keyOf(kindPrefix(kind), cid.multihash.bytes, cid.bytes)
}

export function encodePin({ cid, name, createdMs }: Omit<Pin, 'kind'>): Uint8Array {
  return keyOf(JSON.stringify({ cid: cid.toString(), name, createdMs }))
}

/** Decodes a row. Throws `corrupt` for a row that {@link encodePin} did not write. */
export function decodePin(kind: PinKind, [key, value]: Entry): Pin {
  try {
    const { cid, name, createdMs }: Record<string, unknown> = JSON.parse(decoder.decode(value))
    if (typeof cid !== 'string' || typeof createdMs !== 'number') throw new TypeError('A field is missing')
    return {
      cid: cidOfText(cid, key) ?? parseCid(cid),
      kind,
      createdMs,
      ...(typeof name === 'string' && { name }),
    }
  } catch (cause) {
    throw new DomainError('corrupt', `Cannot read ${kind} pin: not a pin record`, { cause })
  }
}

/** All pins of a kind, sorted by multihash; with `ofBlock`, those of its block under any codec. */
export async function* listPins(
  datastore: Pick<Datastore, 'range'>,
  kind: PinKind,
  { ofBlock, signal }: AbortOptions & { readonly ofBlock?: CID } = {},
): AsyncGenerator<Pin> {
  const prefix = keyOf(kindPrefix(kind), ofBlock?.multihash.bytes ?? '')
  for await (const entry of datastore.range(prefixRange(prefix), { signal })) yield decodePin(kind, entry)
}

function kindPrefix(kind: PinKind): string {
  return `pins/${kind}/`
}

const [RECURSIVE, DIRECT] = [keyOf(kindPrefix('recursive')), keyOf(kindPrefix('direct'))]

/** A CID has one pin: a recursive one makes a direct one superfluous, and the other way round. */
export const SAVED_PINS: SavedRows = {
  prefixes: [RECURSIVE, DIRECT],
  rivals(key) {
    const [own, other] = startsWithBytes(key, RECURSIVE) ? [RECURSIVE, DIRECT] : [DIRECT, RECURSIVE]
    return [keyOf(other, key.subarray(own.byteLength))]
  },
}
