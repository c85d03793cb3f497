import * as z from 'zod/mini'
import { CidLink } from './dag.ts'

/** A message of the ledger as canonical proto3 JSON: fields by their JSON names, defaults omitted. */
export const LedgerMessage = z.record(z.string(), z.unknown())

/** The newest root, after a change. */
const Rooted = { Root: CidLink }

/** Names a record by its rollapp and its index. All 64-bit numbers are decimal strings. */
const Entry = z.object({ RollappId: z.string(), Index: z.string() })

export const LedgerCreated = z.object({ Rollapp: LedgerMessage, ...Rooted })

/** `Update` is the permanent CID of the stored record. It becomes final at `FinalizationHeight`. */
export const LedgerSubmitted = z.object({
  RollappId: z.string(),
  Index: z.string(),
  Update: CidLink,
  FinalizationHeight: z.string(),
  ...Rooted,
})

/**
 * `FinalHeight`: where it became final, or is queued to. Absent for a record that is neither. `Descriptor`:
 * that of the requested block height.
 */
export const LedgerUpdateReply = z.object({
  StateInfo: LedgerMessage,
  Cid: CidLink,
  FinalHeight: z.optional(z.string()),
  Descriptor: z.optional(LedgerMessage),
})

const Reached = z.object({ Index: z.string(), Height: z.string() })

/** Records of one rollapp, or rollapps. `NextKey` is absent on the last page. */
export const LedgerPage = z.object({
  Updates: z.optional(z.array(z.object({ Summary: LedgerMessage, Cid: CidLink, FinalHeight: z.string() }))),
  Rollapps: z.optional(
    z.array(
      z.object({ Rollapp: LedgerMessage, Latest: z.optional(Reached), LatestFinal: z.optional(Reached) }),
    ),
  ),
  NextKey: z.optional(z.string()),
  Total: z.string(),
})

export const LedgerQueueRow = z.object({ Height: z.string(), Entries: z.array(Entry) })

/** Records that became final, and those that should have, but could not. */
export const LedgerAdvanced = z.object({
  Height: z.string(),
  Finalized: z.array(Entry),
  Failures: z.array(z.object({ RollappId: z.string(), Index: z.string(), Message: z.string() })),
  ...Rooted,
})

/** `Kept`: index of the last remaining record, 0 for none. */
export const LedgerReverted = z.object({
  RollappId: z.string(),
  Kept: z.string(),
  Revision: z.string(),
  Reverted: z.array(CidLink),
  ...Rooted,
})

export const LedgerImported = z.object({
  Height: z.string(),
  Rollapps: z.string(),
  ...Rooted,
})

export const LedgerParamsReply = z.object({
  DisputePeriod: z.string(),
  Enabled: z.boolean(),
  OnePerHeight: z.boolean(),
  Deployers: z.array(z.object({ Address: z.string(), MaxRollapps: z.string() })),
  Height: z.string(),
  ...Rooted,
})

export const LedgerEventReply = z.object({
  Type: z.string(),
  Attributes: z.record(z.string(), z.string()),
  ...Rooted,
})

/** Only `Reason` if it is not proved. Otherwise the record as submitted, and its state. */
export const LedgerVerified = z.object({
  IsProved: z.boolean(),
  Reason: z.optional(z.string()),
  StateInfo: z.optional(LedgerMessage),
  Cid: z.optional(CidLink),
  IsFinal: z.optional(z.boolean()),
  FinalHeight: z.optional(z.string()),
  LedgerHeight: z.optional(z.string()),
  Descriptor: z.optional(LedgerMessage),
})
