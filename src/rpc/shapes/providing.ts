import * as z from 'zod/mini'

/** The number of items that were removed from the queue. */
export const ClearedCount = z.number()

/** A CID that is announced soon. */
export const QueuedCid = z.object({ Queued: z.string() })

const fields = {
  Sweep: z.null(),
  /** Durations in nanoseconds. The time in RFC 3339, the zero time if there was no round. */
  Legacy: z.object({
    TotalReprovides: z.number(),
    LastReprovideBatchSize: z.number(),
    ReprovideInterval: z.number(),
    AvgReprovideDuration: z.number(),
    LastReprovideDuration: z.number(),
    LastRun: z.string(),
  }),
  FullRT: z.boolean(),
}

/** Statistics of announcing, in today's form. */
export const ProvideStat = z.object(fields)

/** The document's fields, durations in nanoseconds, and those of today's form. */
export const ProvideStats = z.object({
  TotalProvides: z.number(),
  LastReprovideBatchSize: z.number(),
  AvgProvideDuration: z.number(),
  LastReprovideDuration: z.number(),
  ...fields,
})
