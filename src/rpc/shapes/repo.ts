import * as z from 'zod/mini'
import { CidLink } from './dag.ts'

/** A removed block has a key. An error during the collection has a null key. */
export const GcResult = z.object({ Key: z.nullable(CidLink), Error: z.optional(z.string()) })

/** Flat, as clients read it, and also as the document's object. */
export const RepoStatReply = z.object({
  RepoSize: z.number(),
  StorageMax: z.number(),
  NumObjects: z.number(),
  RepoPath: z.string(),
  Version: z.string(),
  SizeStat: z.object({ RepoSize: z.number(), StorageMax: z.number() }),
  /** Bytes of `RepoSize` by what keeps them. Only with the option `usage`. */
  Usage: z.optional(
    z.object({
      Pinned: z.number(),
      Files: z.number(),
      Calendar: z.number(),
      Ledger: z.number(),
      Unpinned: z.number(),
    }),
  ),
})
