import * as z from 'zod/mini'

const GaugeReading = z.object({ now: z.number(), peak: z.number() })

export const Diagnostics = z.object({
  diskinfo: z.optional(z.object({ free_space: z.number(), total_space: z.optional(z.number()) })),
  environment: z.object({ IPFS_PATH: z.string() }),
  ipfs_version: z.string(),
  net: z.object({ online: z.boolean() }),
  runtime: z.object({ os: z.string() }),
  tidepool: z.object({
    activity: z.object({
      'storage-operations': GaugeReading,
      'bytes-in-flight': GaugeReading,
      'open-streams': GaugeReading,
      'background-tasks': GaugeReading,
      'large-bodies': GaugeReading,
      'small-bodies': GaugeReading,
      'waiting-bodies': GaugeReading,
      'waiting-collections': GaugeReading,
      'gateway-requests': GaugeReading,
    }),
    blocks: z.object({ corrupt: z.number(), quarantined: z.number(), healed: z.number() }),
  }),
})

/** A constant for monitors that check only whether there is an answer. */
export const Healthy = z.literal('ok')
