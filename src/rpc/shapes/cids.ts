import * as z from 'zod/mini'

/** One CID as received and as formatted. `ErrorMsg` is empty on success. */
export const CidFormatted = z.object({ CidStr: z.string(), Formatted: z.string(), ErrorMsg: z.string() })

/** A table of numbers and names: bases, codecs, hash functions. */
export const CodeTable = z.array(z.object({ Code: z.number(), Name: z.string() }))

/** The parts of a CID. `errorMsg` says what is wrong with a text that is none; all else is then empty. */
export const CidInspected = z.object({
  cid: z.string(),
  version: z.number(),
  multibase: z.object({ prefix: z.string(), name: z.string() }),
  multicodec: z.object({ code: z.number(), name: z.string() }),
  multihash: z.object({ code: z.number(), name: z.string(), length: z.number(), digest: z.string() }),
  cidV0: z.optional(z.string()),
  cidV1: z.string(),
  errorMsg: z.optional(z.string()),
})
