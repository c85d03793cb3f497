import * as z from 'zod/mini'

/** One block: its CID, and its size in bytes. */
export const BlockInfo = z.object({ Key: z.string(), Size: z.number() })

/** A removed block, or the reason why it was not removed. */
export const BlockRemoval = z.object({ Hash: z.optional(z.string()), Error: z.optional(z.string()) })
