import * as z from 'zod/mini'
import { CidLink } from './dag.ts'

/** The first thing that is not as it was said to be. Numbers of 64 bits are decimal texts. */
const Fault = z.object({
  Kind: z.string(),
  Index: z.optional(z.string()),
  Height: z.optional(z.string()),
  Message: z.string(),
})

/**
 * How far an audit came: `Done` in the last line, whose `Fault` is what it found. `HiddenRecords` counts versions of
 * records of the calendar, such as drafts, which strangers may not read: their CIDs were checked, not their content.
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

/** Records that were submitted, and commits that still wait: the first since when, and until when. Instants as in RFC 3339. */
export const LedgerAnchored = z.object({
  RollappId: z.string(),
  Sequencer: z.string(),
  Indexes: z.array(z.string()),
  Waiting: z.number(),
  WaitingSince: z.optional(z.string()),
  Due: z.optional(z.string()),
  Root: CidLink,
})
