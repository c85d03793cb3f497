import * as z from 'zod/mini'

/** One CID as received and as formatted. `ErrorMsg` is empty on success. */
export const CidFormatted = z.object({ CidStr: z.string(), Formatted: z.string(), ErrorMsg: z.string() })

/** A table of numbers and names: bases, codecs, hash functions. */
export const CodeTable = z.array(z.object({ Code: z.number(), Name: z.string() }))
