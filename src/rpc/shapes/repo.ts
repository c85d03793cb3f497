import * as z from 'zod/mini'
import { CidLink } from './dag.ts'

/** Removed blocks have a key, errors told of as they happen have a null one. */
export const GcResult = z.object({ Key: z.nullable(CidLink), Error: z.optional(z.string()) })

/** Flat, as clients read it, with the document's object beside. */
export const RepoStat = z.object({
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
