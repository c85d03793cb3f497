import * as z from 'zod/mini'

/** A CID in JSON: an object with the single key `/`. */
export const CidLink = z.object({ '/': z.string() })

/** One node that was stored. */
export const DagPut = z.object({ Cid: CidLink })

/** Where a path leads: the last block, and what is left of the path inside it. */
export const DagResolved = z.object({ Cid: CidLink, RemPath: z.string() })

/** One root of an import, or the totals in its last line; exactly one of the two is there. */
export const DagImported = z.object({
  Root: z.optional(z.object({ Cid: CidLink, PinErrorMsg: z.string() })),
  Stats: z.optional(z.object({ BlockCount: z.number(), BlockBytesCount: z.number() })),
})

/** Size in bytes and number of the distinct blocks under one root. */
const DagSize = z.object({ Cid: z.string(), Size: z.number(), NumBlocks: z.number() })

/**
 * The sums first, as the document shows them; then, by root, what today's clients read.
 * Spec gap: the document's shape is that of one root.
 */
export const DagStat = z.object({
  Size: z.number(),
  NumBlocks: z.number(),
  UniqueBlocks: z.number(),
  TotalSize: z.number(),
  SharedSize: z.optional(z.number()),
  Ratio: z.optional(z.number()),
  DagStats: z.array(DagSize),
})

/** One reference; either field may be the empty text, both are always there. */
export const FileRef = z.object({ Ref: z.string(), Err: z.string() })
