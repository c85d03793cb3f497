/** The state of the calendar that readers are shown. */
export interface CalendarHead {
  /** Different for each state. */
  readonly text: string
  readonly untilMs: number
}

export interface CalendarHeads {
  /**
   * The head that the object has named last, until it expires. When there is none, requests it again without waiting:
   * `waitUntil` keeps the calling request alive for it.
   */
  find(waitUntil: (task: Promise<unknown>) => void): Promise<CalendarHead | undefined>
}

/** What heads need of a KV namespace. */
export interface HeadNamespace {
  getWithMetadata<Metadata>(
    key: string,
    options: { readonly cacheTtl: number },
  ): Promise<{ readonly value: string | null; readonly metadata: Metadata | null }>
  put(
    key: string,
    value: string,
    options: { readonly metadata: unknown; readonly expirationTtl: number },
  ): Promise<void>
}

export interface CalendarHeadsOptions {
  readonly namespace: HeadNamespace
  /** Asks the object. */
  readonly ask: () => Promise<string>
  readonly now: () => number
  readonly expiryMs: number
}

const KEY = 'calendar-head'
/** The shortest times that the platform accepts. */
const MIN_EXPIRY_SECONDS = 60
const CACHE_SECONDS = 30
/** The platform accepts one write of a key in a second, and every reader without a head would cause one. */
const RENEWAL_MS = 1_000

/** {@link CalendarHeads} in a KV namespace, for all fronts, and in the memory of this one. */
export function calendarHeads({ namespace, ask, now, expiryMs }: CalendarHeadsOptions): CalendarHeads {
  let latest: CalendarHead | undefined
  let nextRenewalMs = 0
  const isValid = (head: CalendarHead | undefined) => head !== undefined && head.untilMs > now()

  const stored = async (): Promise<CalendarHead | undefined> => {
    const { value, metadata } = await namespace.getWithMetadata<{ readonly until: number }>(KEY, {
      cacheTtl: CACHE_SECONDS,
    })
    return value === null || metadata === null ? undefined : { text: value, untilMs: metadata.until }
  }
  const renew = async () => {
    const untilMs = now() + expiryMs
    const text = await ask()
    latest = { text, untilMs }
    const expirationTtl = Math.max(Math.ceil(expiryMs / 1000), MIN_EXPIRY_SECONDS)
    await namespace.put(KEY, text, { metadata: { until: untilMs }, expirationTtl })
  }

  return {
    async find(waitUntil) {
      if (isValid(latest)) return latest
      const found = await stored()
      if (isValid(found)) {
        latest = found
        return found
      }
      if (now() >= nextRenewalMs) {
        nextRenewalMs = now() + RENEWAL_MS
        waitUntil(renew().catch(() => undefined))
      }
      return undefined
    },
  }
}
