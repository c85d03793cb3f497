import * as z from 'zod/mini'
import { CidLink } from './dag.ts'

/** The first contradiction that an audit found. 64-bit numbers are decimal strings. */
const Fault = z.object({
  Kind: z.string(),
  Index: z.optional(z.string()),
  Height: z.optional(z.string()),
  Message: z.string(),
})

/**
 * The progress of an audit. The last line has `Done`, and in `Fault` what was found. `HiddenRecords` counts
 * versions of calendar records, such as drafts, that anonymous clients may not read: their CIDs were checked,
 * but not their content.
 */
export const LedgerAudit = z.object({
  RollappId: z.string(),
  Root: CidLink,
  Records: z.string(),
  FinalRecords: z.string(),
  Commits: z.number(),
  HiddenRecords: z.number(),
  Head: z.optional(CidLink),
  Fault: z.optional(Fault),
  Done: z.boolean(),
})

/**
 * Records that were submitted, and commits that still wait: since when the first one waits, and when it is due.
 * Times are RFC 3339.
 */
export const LedgerAnchored = z.object({
  RollappId: z.string(),
  Sequencer: z.string(),
  Indexes: z.array(z.string()),
  Waiting: z.number(),
  WaitingSince: z.optional(z.string()),
  Due: z.optional(z.string()),
  Root: CidLink,
})
