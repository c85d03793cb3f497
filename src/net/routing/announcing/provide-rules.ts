import { parseGoDuration } from '../../../codec/go-duration.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import { PROVIDE_ALL, type ProvideStrategy, parseProvideStrategy } from '../provide-strategy.ts'
import type { RoutingSettings } from '../settings.ts'

/** The content that the owner wants to be announced, and how often. */
export interface ProvideRules {
  readonly isEnabled: boolean
  strategy(options?: AbortOptions): Promise<ProvideStrategy>
  /** 0 for never. */
  intervalMs(options?: AbortOptions): Promise<number>
}

export interface ProvideRulesOptions {
  readonly routingSettings: Partial<RoutingSettings>
  readonly configuration: { get(path: string, options?: AbortOptions): Promise<unknown> }
}

/** The settings of today's names, or else those of the document's older names, which hold at once. */
export function provideRules({ routingSettings, configuration }: ProvideRulesOptions): ProvideRules {
  const { isProviding = true, provideStrategy, provideIntervalMs } = routingSettings
  return {
    isEnabled: isProviding,
    async strategy(options) {
      const text = provideStrategy ?? (await configuration.get('Reprovider.Strategy', options))
      return parseProvideStrategy(String(text)) ?? PROVIDE_ALL
    },
    async intervalMs(options) {
      if (provideIntervalMs !== undefined) return provideIntervalMs
      return parseGoDuration(String(await configuration.get('Reprovider.Interval', options))) ?? 0
    },
  }
}
