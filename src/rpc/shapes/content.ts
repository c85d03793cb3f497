import * as z from 'zod/mini'

/** One line of `/add`: an added file or directory, or progress when there is no `Hash`. */
export const AddResult = z.object({
  Name: z.string(),
  Hash: z.optional(z.string()),
  Bytes: z.optional(z.number()),
  Size: z.optional(z.string()),
  Mode: z.optional(z.string()),
  Mtime: z.optional(z.number()),
  MtimeNsecs: z.optional(z.number()),
})

const LsLink = z.object({
  Name: z.string(),
  Hash: z.string(),
  Size: z.number(),
  Type: z.number(),
  Target: z.string(),
  /** Go's file mode: permission bits, bits for setuid, setgid and sticky, and 2^31 for a directory. */
  Mode: z.optional(z.number()),
  /** RFC 3339. */
  ModTime: z.optional(z.string()),
})

export const LsOutput = z.object({
  Objects: z.array(z.object({ Hash: z.string(), Links: z.array(LsLink) })),
})
