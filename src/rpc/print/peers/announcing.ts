import type * as z from 'zod/mini'
import type { ProvideStatistics } from '../../../net/routing/announcing/providing.ts'
import type { ProvideStat } from '../../shapes/providing.ts'

/** How the reference prints that something never happened. */
const ZERO_TIME = '0001-01-01T00:00:00Z'

/** The counts of announcing in today's form. */
export function announcing(statistics: ProvideStatistics): z.infer<typeof ProvideStat> {
  const { announced, lastCount, intervalMs, averageMs, lastDurationMs, lastRunMs } = statistics
  return {
    Sweep: null,
    Legacy: {
      TotalReprovides: announced,
      LastReprovideBatchSize: lastCount,
      ReprovideInterval: nanoseconds(intervalMs),
      AvgReprovideDuration: nanoseconds(averageMs),
      LastReprovideDuration: nanoseconds(lastDurationMs),
      LastRun: lastRunMs === undefined ? ZERO_TIME : new Date(lastRunMs).toISOString(),
    },
    FullRT: false,
  }
}

function nanoseconds(durationMs: number): number {
  return Math.round(durationMs * 1e6)
}
