import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import { keyOf } from '../../state/keys.ts'

/** A request of a user to pin a DAG, recursively. */
export interface RequestedPin {
  /** The CID in the user's spelling. */
  readonly cid: string
  /** Empty for a pin without a name. */
  readonly name: string
  /** Addresses of peers that have the DAG. */
  readonly origins: readonly string[]
  readonly meta: Readonly<Record<string, string>>
}

/** A DAG that a pin keeps, and the bytes of its blocks, each counted once. */
export interface KeptDag {
  readonly cid: string
  readonly bytes: number
}

/** One pin of a user of the service. */
export interface ServicePin extends RequestedPin {
  /** Unique, and not to be guessed. */
  readonly requestId: string
  /** The name in the user's token. Empty for callers of a loopback node without a token. */
  readonly holder: string
  /** Milliseconds since the epoch. Unique among the pins of the holder. */
  readonly createdMs: number
  /** A pin that is being worked on is queued too. */
  readonly status: 'queued' | 'pinned' | 'failed'
  /** Why the pin waits or has failed. Empty for nothing to say. */
  readonly details: string
  /** True while blocks are missing, and the user may send them. */
  readonly wantsUpload: boolean
  /** Bytes of the blocks of a pinned DAG. 0 until it is pinned. */
  readonly dagBytes: number
  /** Attempts to pin that have ended without the whole DAG. */
  readonly attempts: number
  /** When the next attempt is due. Only while the pin is queued. */
  readonly dueMs?: number | undefined
  /** The DAG that this pin replaces. It is kept until the new one is pinned, or the pin is removed. */
  readonly replaces?: KeptDag | undefined
}

/** Bytes that the pin uses of its holder's quota. */
export function quotaBytes({ dagBytes, replaces }: ServicePin): number {
  return dagBytes + (replaces?.bytes ?? 0)
}

/** The roots that must be kept for a pin. */
export function keptRoots({ cid, status, replaces }: ServicePin): readonly CID[] {
  const kept = [...(status === 'pinned' ? [cid] : []), ...(replaces ? [replaces.cid] : [])]
  return kept.map(parseCid)
}

export function encodeServicePin(pin: ServicePin): Uint8Array {
  return keyOf(JSON.stringify(pin))
}

/** Decodes a row. Throws `corrupt` for a row that {@link encodeServicePin} did not write. */
export function decodeServicePin(row: Uint8Array): ServicePin {
  try {
    const pin: Partial<ServicePin> = JSON.parse(new TextDecoder().decode(row))
    if (typeof pin.cid !== 'string' || typeof pin.createdMs !== 'number' || pin.requestId === undefined)
      throw new TypeError('A field is missing')
    return pin as ServicePin
  } catch (cause) {
    throw new DomainError('corrupt', 'Cannot read pin of the pinning service: not a record of one', { cause })
  }
}
