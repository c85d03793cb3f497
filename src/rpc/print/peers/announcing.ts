import type * as z from 'zod/mini'
import { formatGoDuration } from '../../../codec/go-duration.ts'
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

/** The counts as lines, as the reference prints them for its legacy provider. */
export function announcingText({ Legacy }: Pick<z.infer<typeof ProvideStat>, 'Legacy'>): string {
  const isRun = !Legacy.LastRun.startsWith('0001-')
  return [
    `TotalReprovides:       ${Legacy.TotalReprovides}`,
    `AvgReprovideDuration:  ${formatGoDuration(BigInt(Legacy.AvgReprovideDuration))}`,
    `LastReprovideDuration: ${formatGoDuration(BigInt(Legacy.LastReprovideDuration))}`,
    ...(isRun ? [`LastReprovide:         ${Legacy.LastRun.slice(0, 19).replace('T', ' ')}`] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
