import * as z from 'zod/mini'
import { CidLink } from './dag.ts'

/** The CID of a path after its changes were written. */
export const FilesFlushed = z.object({ Cid: z.string() })

/** The entries of a directory in the mutable namespace. `null` when it is empty. `Type`: 0 file, 1 directory. */
export const FilesListing = z.object({
  Entries: z.nullable(
    z.array(z.object({ Name: z.string(), Type: z.number(), Size: z.number(), Hash: z.string() })),
  ),
})

/**
 * One path. `Size` is the size of a file's content, 0 for a directory; `Blocks` the number of links; `Mode`
 * octal. The locality fields are present only if requested.
 */
export const FilesStat = z.object({
  Hash: z.string(),
  Size: z.number(),
  CumulativeSize: z.number(),
  Blocks: z.number(),
  Type: z.string(),
  WithLocality: z.optional(z.boolean()),
  Local: z.optional(z.boolean()),
  SizeLocal: z.optional(z.number()),
  Mode: z.optional(z.string()),
  Mtime: z.optional(z.number()),
  MtimeNsecs: z.optional(z.number()),
})

const UnixObject = z.object({
  Hash: z.string(),
  Size: z.number(),
  Type: z.string(),
  Links: z.nullable(
    z.array(z.object({ Name: z.string(), Hash: z.string(), Size: z.number(), Type: z.string() })),
  ),
})

/** Files and directories by CID, and the CID of each argument. */
export const UnixListing = z.object({
  Arguments: z.record(z.string(), z.string()),
  Objects: z.record(z.string(), UnixObject),
})

/**
 * One block whose bytes are outside the block store. `Status`: 0 good, 10 unreadable, 11 no such file, 12
 * changed, 20 another error, with `Key` null, 30 unknown block. `Offset` and `Size` in bytes of the source.
 */
export const FilestoreEntry = z.object({
  Status: z.number(),
  ErrorMsg: z.string(),
  Key: z.nullable(CidLink),
  FilePath: z.string(),
  Offset: z.number(),
  Size: z.number(),
})

/** The root of an imported archive. */
export const TarAdded = z.object({ Name: z.string(), Hash: z.string() })
