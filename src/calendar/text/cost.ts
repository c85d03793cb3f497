/** A cost for the wire. Spec: calendar facts, section 7. */
export interface WireCost {
  /** Cost for display: `$25`, `$10 – $20`, `Free`; empty when there is none. */
  readonly cost: string
  readonly details: {
    /** `''` when none was sent, and for several prices. */
    readonly currency_symbol: string
    readonly currency_code: string
    readonly currency_position: '' | 'prefix' | 'postfix'
    /** Ascending decimal numbers, or one word in lower case. */
    readonly values: readonly string[]
  }
}

/** Prices of one cost. */
export const MOST_PRICES = 10

const DEFAULT_SYMBOL = '$'

/** Formats a stored cost: one price, or the lowest and the highest, with the symbol that was sent or the default. */
export function formatCost(stored: string): WireCost {
  if (stored === '') return shown('', { values: [] })
  const prices = readPrices(stored)
  const [first] = prices
  if (!first) return shown(stored, { values: [stored.toLowerCase()] })
  const values = [...new Set(prices.map(({ value }) => value))].sort(
    (one, other) => Number(one) - Number(other),
  )
  const [lowest = '', ...more] = values
  const highest = more.at(-1)
  const { symbol, position } = prices.find((price) => price.symbol !== '') ?? first
  const display = (value: string) =>
    position === 'postfix' ? `${value}${symbol}` : `${symbol || DEFAULT_SYMBOL}${value}`
  if (highest === undefined) {
    return shown(Number(lowest) === 0 ? 'Free' : display(lowest), { symbol, position, values })
  }
  return shown(`${display(lowest)} – ${display(highest)}`, { values })
}

function shown(
  cost: string,
  {
    symbol = '',
    position = '',
    values,
  }: { symbol?: string; position?: Price['position']; values: readonly string[] },
): WireCost {
  return {
    cost,
    details: { currency_symbol: symbol, currency_code: '', currency_position: position, values },
  }
}

interface Price {
  readonly symbol: string
  readonly position: '' | 'prefix' | 'postfix'
  readonly value: string
}

const SYMBOL = String.raw`(\p{Sc}|[A-Z]{3}|[a-zA-Z]{1,2}\$|kr|zł|Kč|Ft|lei|Fr\.?)?`
/** A sign before the number counts as its symbol. */
const BEFORE = SYMBOL.replace('(', '([-+]|')
const PRICE = new RegExp(
  String.raw`\s{0,3}${BEFORE}\s{0,3}(\d[\d.,]{0,20}|\.\d{1,10})\s{0,3}${SYMBOL}\s{0,3}`,
  'uy',
)
const BETWEEN = /[-–—/;,&+|]|to\b|or\b|and\b/iuy

/** Parses a text of prices; none when it contains anything else. */
function readPrices(stored: string): readonly Price[] {
  const text = stored.replace(/\d+(?:,\d{1,2}){2,10}(?![\d,])/g, (list) => list.replaceAll(',', ';'))
  const prices: Price[] = []
  for (let at = 0; prices.length < MOST_PRICES; ) {
    PRICE.lastIndex = at
    const match = PRICE.exec(text)
    if (!match) return []
    const [{ length }, before = '', number = '', after = ''] = match
    const position = before === '' ? (after === '' ? '' : 'postfix') : 'prefix'
    prices.push({ symbol: before || after, position, value: decimal(number) })
    at += length
    if (at === text.length) return prices
    BETWEEN.lastIndex = at
    const between = BETWEEN.exec(text)
    if (!between) return []
    at += between[0].length
  }
  return []
}

/**
 * Normalises a number to a decimal point. The last separator is the decimal one, unless three digits follow it or
 * it occurs more than once.
 */
function decimal(written: string): string {
  const number = written.replace(/[.,]+$/, '')
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  const sign = number[last]
  const fraction = number.slice(last + 1)
  const isMixed = number.includes('.') && number.includes(',')
  const isRepeated = sign !== undefined && number.indexOf(sign) !== last
  const isThousand = !isMixed && fraction.length === 3 && (sign === ',' || isRepeated)
  if (last < 0 || isThousand || isRepeated) return number.replace(/[.,]/g, '')
  return `${number.slice(0, last).replace(/[.,]/g, '') || '0'}.${fraction}`
}
