import * as z from 'zod/mini'

/** A removed block, or one that stays and why. */
export const BlockRemoval = z.object({ Hash: z.optional(z.string()), Error: z.optional(z.string()) })
