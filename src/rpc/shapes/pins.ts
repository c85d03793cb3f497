import * as z from 'zod/mini'

/** CIDs whose pins were changed. */
export const PinsResult = z.object({ Pins: z.array(z.string()) })

const BadNodes = z.array(z.object({ Cid: z.string(), Err: z.string() }))

/**
 * Whether all blocks under a pin are held. Real servers send the fields flat and the document nests them, so
 * both forms are present.
 */
export const PinVerified = z.object({
  Cid: z.string(),
  Ok: z.boolean(),
  BadNodes: z.optional(BadNodes),
  PinStatus: z.object({ BadNodes: z.optional(BadNodes), Ok: z.boolean() }),
})

/** A pin on another service. `Status`: queued, pinning, pinned or failed. */
export const RemotePin = z.object({ Status: z.string(), Cid: z.string(), Name: z.string() })

/** The configured services, by name. Counts are present if requested and the service answered. */
export const RemoteServices = z.object({
  RemoteServices: z.array(
    z.object({
      Service: z.string(),
      ApiEndpoint: z.string(),
      Stat: z.optional(
        z.object({
          Status: z.enum(['valid', 'invalid']),
          PinCount: z.optional(
            z.object({
              Queued: z.number(),
              Pinning: z.number(),
              Pinned: z.number(),
              Failed: z.number(),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** Progress while pins are added, in blocks and their bytes; the pins at the end. */
export const PinAddResult = z.object({
  Pins: z.optional(z.array(z.string())),
  Progress: z.optional(z.number()),
  Bytes: z.optional(z.number()),
})

export const PinKeys = z.record(z.string(), z.object({ Type: z.string(), Name: z.optional(z.string()) }))

export const PinLine = z.object({ Cid: z.string(), Type: z.string(), Name: z.optional(z.string()) })

/** All pins in one value, or one pin a line. Has the document's objects and the flat fields that clients read. */
export const PinLsResult = z.union([
  z.object({ Keys: PinKeys, PinLsList: z.object({ Keys: PinKeys }) }),
  z.object({ ...PinLine.shape, PinLsObject: PinLine }),
])
