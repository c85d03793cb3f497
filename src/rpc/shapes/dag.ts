import * as z from 'zod/mini'

/** A CID in JSON: an object with the single key `/`. */
export const CidLink = z.object({ '/': z.string() })

/** One stored node. */
export const DagPut = z.object({ Cid: CidLink })

/** The end of a path: its last block, and the rest of the path inside it. */
export const DagResolved = z.object({ Cid: CidLink, RemPath: z.string() })

/** One root of an import, or the totals in the last line. Exactly one of the two is present. */
export const DagImported = z.object({
  Root: z.optional(z.object({ Cid: CidLink, PinErrorMsg: z.string() })),
  Stats: z.optional(z.object({ BlockCount: z.number(), BlockBytesCount: z.number() })),
})

/** Size in bytes and number of the distinct blocks under one root. */
const DagSize = z.object({ Cid: z.string(), Size: z.number(), NumBlocks: z.number() })

/**
 * The sums first, as in the document, then those of each root, which today's clients read. Spec gap: the
 * document has the shape for a single root.
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

/** One reference. Both fields are always present, one of them is empty. */
export const FileRef = z.object({ Ref: z.string(), Err: z.string() })
