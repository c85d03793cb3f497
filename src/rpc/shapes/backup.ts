import * as z from 'zod/mini'

/**
 * A part of the node: how many of its rows are new, and how many it had already, or why it was left out. The last
 * line has the totals of the file instead.
 */
export const Restored = z.object({
  Part: z.optional(z.string()),
  Rows: z.optional(z.number()),
  Held: z.optional(z.number()),
  Skipped: z.optional(z.string()),
  Blocks: z.optional(z.number()),
  Bytes: z.optional(z.number()),
})
