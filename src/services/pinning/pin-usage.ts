import { DomainError } from '../../errors.ts'
import { keyOf } from '../../state/keys.ts'
import { quotaBytes, type ServicePin } from './service-pin.ts'

/** The usage of the service by one holder of a token. */
export interface PinUsage {
  readonly pins: number
  readonly bytes: number
  /** When the holder's latest pin was created, in milliseconds since the epoch. 0 before the first. */
  readonly lastCreatedMs: number
}

export const NO_USAGE: PinUsage = { pins: 0, bytes: 0, lastCreatedMs: 0 }

/** The usage after a pin was added, changed or removed. */
export function usageAfter(
  { pins, bytes, lastCreatedMs }: PinUsage,
  before: ServicePin | undefined,
  after: ServicePin | undefined,
): PinUsage {
  return {
    pins: pins + (after ? 1 : 0) - (before ? 1 : 0),
    bytes: bytes + (after ? quotaBytes(after) : 0) - (before ? quotaBytes(before) : 0),
    lastCreatedMs: Math.max(lastCreatedMs, after?.createdMs ?? 0),
  }
}

/**
 * Bytes that the DAG of a pin may have: what the other pins of its holder leave of the quota. A DAG that the pin
 * replaces does not count, since it goes when the new one is pinned.
 */
export function bytesLeft({ bytes }: PinUsage, pin: ServicePin, maxBytes: number): number {
  return Math.max(0, maxBytes - (bytes - quotaBytes(pin)))
}

export function encodeUsage(usage: PinUsage): Uint8Array {
  return keyOf(JSON.stringify(usage))
}

/** Decodes a row. Throws `corrupt` for a row that {@link encodeUsage} did not write. */
export function decodeUsage(row: Uint8Array): PinUsage {
  try {
    const usage: Partial<PinUsage> = JSON.parse(new TextDecoder().decode(row))
    const { pins, bytes, lastCreatedMs } = usage
    if (typeof pins === 'number' && typeof bytes === 'number' && typeof lastCreatedMs === 'number')
      return { pins, bytes, lastCreatedMs }
    throw new TypeError('A field is missing')
  } catch (cause) {
    throw new DomainError('corrupt', 'Cannot read usage of the pinning service: not a record of one', {
      cause,
    })
  }
}
