import * as z from 'zod/mini'
import { CidLink } from './dag.ts'

/** One link of a dag-pb node; `Size` is the bytes of all that is under it. */
const DagLink = z.object({ Name: z.string(), Hash: z.string(), Size: z.number() })

/** A dag-pb node by its CID; `Links` are left out when there are none or nobody asked. */
export const DagObject = z.object({ Hash: z.string(), Links: z.optional(z.array(DagLink)) })

/** A whole dag-pb node: `Data` as text or in base64, as the caller asked. */
export const ObjectNode = z.object({ Links: z.array(DagLink), Data: z.string() })

/** Sizes of one dag-pb node, in bytes; `CumulativeSize` counts all that is under it. */
export const ObjectStat = z.object({
  Hash: z.string(),
  NumLinks: z.number(),
  BlockSize: z.number(),
  LinksSize: z.number(),
  DataSize: z.number(),
  CumulativeSize: z.number(),
})

/** What differs between two nodes. `Type`: 0 added, 1 removed, 2 changed. */
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
