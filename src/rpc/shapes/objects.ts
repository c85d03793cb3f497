import * as z from 'zod/mini'
import { CidLink } from './dag.ts'

/** One link of a dag-pb node. `Size` is the cumulative size below it. */
export const DagLink = z.object({ Name: z.string(), Hash: z.string(), Size: z.number() })

/** A dag-pb node by its CID. `Links` are omitted when there are none, or they were not requested. */
export const DagObject = z.object({ Hash: z.string(), Links: z.optional(z.array(DagLink)) })

/** A complete dag-pb node. `Data` is text or base64, as requested. */
export const ObjectNode = z.object({ Links: z.array(DagLink), Data: z.string() })

/** Sizes of a dag-pb node in bytes. `CumulativeSize` includes everything below it. */
export const ObjectStat = z.object({
  Hash: z.string(),
  NumLinks: z.number(),
  BlockSize: z.number(),
  LinksSize: z.number(),
  DataSize: z.number(),
  CumulativeSize: z.number(),
})

/** The differences between two nodes. `Type`: 0 added, 1 removed, 2 changed. */
export const ObjectChanges = z.object({
  Changes: z.array(
    z.object({
      Type: z.number(),
      Path: z.string(),
      Before: z.nullable(CidLink),
      After: z.nullable(CidLink),
    }),
  ),
})
