import { equalBytes, startsWithBytes } from '../codec/bytes/bytes.ts'
import { readVarint } from '../codec/bytes/varint.ts'
import { type CID, parseCid } from '../codec/cid/cid.ts'
import { decodeCid } from '../codec/cid/cid-bytes.ts'
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

/**
 * Decodes a row. A damaged value loses the name and the time of a pin (0), never the pin: its key has the CID. The
 * CID in the value counts only where the key is damaged. Throws `corrupt` when neither has one.
 */
export function decodePin(kind: PinKind, [key, value]: Entry): Pin {
  const { cid, name, createdMs } = recordIn(value)
  return {
    cid: cidInKey(key.subarray(kindPrefix(kind).length)) ?? cidInValue(kind, cid),
    kind,
    createdMs: typeof createdMs === 'number' ? createdMs : 0,
    ...(typeof name === 'string' && { name }),
  }
}

function recordIn(value: Uint8Array): Record<string, unknown> {
  try {
    return { ...JSON.parse(decoder.decode(value)) }
  } catch {
    return {}
  }
}

/** The CID behind its multihash. `undefined` when they do not agree. */
function cidInKey(key: Uint8Array): CID | undefined {
  try {
    const length = readVarint(key, readVarint(key).next)
    const multihash = key.subarray(0, length.next + length.value)
    const cid = decodeCid(key.subarray(multihash.byteLength))
    return equalBytes(cid.multihash.bytes, multihash) ? cid : undefined
  } catch {
    return undefined
  }
}

function cidInValue(kind: PinKind, cid: unknown): CID {
  try {
    return parseCid(String(cid))
  } catch (cause) {
    throw new DomainError('corrupt', `Cannot read ${kind} pin: its row has no CID`, { cause })
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

/** The pin of a row of any kind. Throws `corrupt` like {@link decodePin}. */
export function pinOfRow(row: Entry): Pin {
  return decodePin(startsWithBytes(row[0], RECURSIVE) ? 'recursive' : 'direct', row)
}

/** A CID has one pin: a recursive one makes a direct one superfluous, and the other way round. */
export const SAVED_PINS: SavedRows = {
  prefixes: [RECURSIVE, DIRECT],
  rivals(key) {
    const [own, other] = startsWithBytes(key, RECURSIVE) ? [RECURSIVE, DIRECT] : [DIRECT, RECURSIVE]
    return [keyOf(other, key.subarray(own.byteLength))]
  },
}
