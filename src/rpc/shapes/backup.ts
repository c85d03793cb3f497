import * as z from 'zod/mini'

/**
 * A part of the node: how many of its rows are new, and how many it had already, or why it was left out. `Missing`
 * counts the blocks that the part needs and the node lacks, and `MissingFrom` is the path, pin or part that uses the
 * first; both are absent when the part is complete. The last line has the totals of the file instead.
 */
export const Restored = z.object({
  Part: z.optional(z.string()),
  Rows: z.optional(z.number()),
  Held: z.optional(z.number()),
  Missing: z.optional(z.number()),
  MissingFrom: z.optional(z.string()),
  Skipped: z.optional(z.string()),
  Blocks: z.optional(z.number()),
  Bytes: z.optional(z.number()),
})
