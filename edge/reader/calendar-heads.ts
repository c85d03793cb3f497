/** The state of the calendar that readers are shown. */
export interface CalendarHead {
  /** Different for each state. */
  readonly text: string
  readonly untilMs: number
}

export interface CalendarHeads {
  /** The head that the object has named last, until it expires. Requests it again when there is none, without waiting. */
  find(): Promise<CalendarHead | undefined>
}

export interface CalendarHeadsOptions {
  readonly namespace: KVNamespace
  /** Asks the object. */
  readonly ask: () => Promise<string>
  readonly now: () => number
  readonly expiryMs: number
  readonly waitUntil: (task: Promise<unknown>) => void
}

const KEY = 'calendar-head'
/** The shortest times that the platform accepts. */
const MIN_EXPIRY_SECONDS = 60
const CACHE_SECONDS = 30

/** {@link CalendarHeads} in a KV namespace, for all fronts. */
export function calendarHeads({
  namespace,
  ask,
  now,
  expiryMs,
  waitUntil,
}: CalendarHeadsOptions): CalendarHeads {
  const renew = async () => {
    const untilMs = now() + expiryMs
    const metadata = { until: untilMs }
    const expirationTtl = Math.max(Math.ceil(expiryMs / 1000), MIN_EXPIRY_SECONDS)
    await namespace.put(KEY, await ask(), { metadata, expirationTtl })
  }
  return {
    async find() {
      const { value, metadata } = await namespace.getWithMetadata<{ readonly until: number }>(KEY, {
        cacheTtl: CACHE_SECONDS,
      })
      if (value !== null && metadata !== null && metadata.until > now())
        return { text: value, untilMs: metadata.until }
      waitUntil(renew().catch(() => undefined))
      return undefined
    },
  }
}
