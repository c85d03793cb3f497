const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

// Each digit can match in one way only, so that long invalid text takes linear time.
const TERM = String.raw`(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)`
const WHOLE = new RegExp(`^(?:${TERM})+$`)
const TERMS = new RegExp(TERM, 'g')

/** The reference counts nanoseconds in 64 bits. */
const MAX_MS = 2 ** 63 / 1e6

/**
 * Parses a duration such as `300ms`, `1.5h` or `2h45m` to milliseconds. `0` is the only number without a unit.
 * `undefined` for any other text, and for more than 292 years. Spec: RPC document, section 4, `/name/publish`,
 * `lifetime`.
 */
export function parseGoDuration(text: string): number | undefined {
  const [, sign, rest = ''] = /^([+-]?)(.*)$/s.exec(text) ?? []
  if (rest === '0') return 0
  if (!WHOLE.test(rest)) return undefined
  let totalMs = 0
  for (const [, amount, unit] of rest.matchAll(TERMS)) totalMs += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0)
  if (totalMs > MAX_MS) return undefined
  return sign === '-' ? -totalMs : totalMs
}

/** A duration as Go prints it, such as `1h0m0s`, `1.5s` or `250ms`. */
export function formatGoDuration(nanoseconds: bigint): string {
  if (nanoseconds < 0n) return `-${formatGoDuration(-nanoseconds)}`
  if (nanoseconds === 0n) return '0s'
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 3)}µs`
  if (nanoseconds < NS_PER_S) return `${decimal(nanoseconds, 6)}ms`
  const minutes = nanoseconds / (60n * NS_PER_S)
  const seconds = `${decimal(nanoseconds % (60n * NS_PER_S), 9)}s`
  if (minutes === 0n) return seconds
  const hours = minutes / 60n
  return `${hours > 0n ? `${hours}h` : ''}${minutes % 60n}m${seconds}`
}

const NS_PER_S = 1_000_000_000n

/** A number with so many digits behind the point, without zeros at its end. */
function decimal(value: bigint, digits: number): string {
  const text = String(value).padStart(digits + 1, '0')
  const fraction = text.slice(-digits).replace(/0+$/, '')
  return text.slice(0, -digits) + (fraction && `.${fraction}`)
}
