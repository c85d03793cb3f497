import { parsePeerId } from '../../../codec/cid/peer-id.ts'
import { attempt } from '../../../errors.ts'
import type { RoutedPeer } from '../routing.ts'

/** More than a peer has, and few enough that a thousand peers fit in the memory of a search. */
const MAX_ADDRESSES = 32
const MAX_PROTOCOLS = 16
const MAX_TEXT_CHARACTERS = 512

/** Peers that a router lists in one JSON text: the value of `Providers` or `Peers`, or one record. */
export function readPeerRecords(text: string): readonly RoutedPeer[] {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) return []
  const { Providers, Peers } = value as { readonly Providers?: unknown; readonly Peers?: unknown }
  const list = [Providers, Peers].find(Array.isArray) ?? [value]
  return list.flatMap((record: unknown) => readPeerRecord(record) ?? [])
}

/**
 * A record of schema `peer`, or of `bitswap`, which old routers send. `undefined` for any other one and for one without
 * a readable id. Spec: HTTP routing v1, "Known Schemas".
 */
function readPeerRecord(record: unknown): RoutedPeer | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const { Schema, ID, Addrs, Protocols, Protocol } = record as Readonly<Record<string, unknown>>
  if ((Schema !== 'peer' && Schema !== 'bitswap') || typeof ID !== 'string') return undefined
  const peerId = attempt(() => parsePeerId(ID))
  if (!peerId) return undefined
  const protocols = texts(Schema === 'bitswap' ? [Protocol] : Protocols, MAX_PROTOCOLS)
  const addresses = texts(Addrs, MAX_ADDRESSES).filter((address) => address.startsWith('/'))
  return { peerId, addresses, ...(protocols.length > 0 && { protocols }) }
}

function texts(value: unknown, max: number): readonly string[] {
  if (!Array.isArray(value)) return []
  const isText = (item: unknown): item is string =>
    typeof item === 'string' && item.length <= MAX_TEXT_CHARACTERS
  return value.slice(0, max).filter(isText)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
