import * as z from 'zod/mini'

/** The path that a name or another path resolves to. */
export const PathResult = z.object({ Path: z.string() })

/** A published name and its path, as the caller wrote it. */
export const Published = z.object({ Name: z.string(), Value: z.string() })

/**
 * What a record of a name says. `Validity`: a time; `TTL`: nanoseconds, and like `Sequence` the nearest number beyond
 * 2^53. `Validation` is null where no name was given.
 */
export const InspectedRecord = z.object({
  Entry: z.object({
    Value: z.string(),
    ValidityType: z.number(),
    Validity: z.string(),
    Sequence: z.number(),
    TTL: z.number(),
  }),
  PbSize: z.number(),
  SignatureType: z.string(),
  HexDump: z.string(),
  Validation: z.nullable(z.object({ Valid: z.boolean(), Reason: z.string(), Name: z.string() })),
})

/** Whether there was a subscription to cancel. */
export const Canceled = z.object({ Canceled: z.boolean() })

/** Whether names are distributed over pubsub. */
export const Enabled = z.object({ Enabled: z.boolean() })

/** A key: its local name and its peer id. */
export const KeyInfo = z.object({ Name: z.string(), Id: z.string() })

/** Signed data. `Signature` is in a multibase. */
export const KeySigned = z.object({ Key: KeyInfo, Signature: z.string() })

/** Whether a signature was made with the key. */
export const KeyVerified = z.object({ Key: KeyInfo, SignatureValid: z.boolean() })

/** A list of keys. */
export const KeyList = z.object({ Keys: z.array(KeyInfo) })

/** A renamed key. `Overwrite`: whether it replaced another key of the new name. */
export const KeyRenamed = z.object({
  Was: z.string(),
  Now: z.string(),
  Id: z.string(),
  Overwrite: z.boolean(),
})
