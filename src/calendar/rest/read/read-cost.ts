import { MOST_PRICES } from '../../text/cost.ts'

const LONGEST_COST = 200

/** Converts a sent cost to the stored form: one text without tags; empty for no cost, for 0, and for other types. */
export function readCost(sent: unknown): string {
  const entries: readonly unknown[] = Array.isArray(sent) ? sent.slice(0, MOST_PRICES) : [sent]
  const texts = entries
    .filter((entry) => typeof entry === 'string' || typeof entry === 'number')
    .map((entry) => plainText(String(entry)))
    .filter((text) => text !== '')
  const text = texts.join(' - ')
  return text === '0' ? '' : text
}

function plainText(text: string): string {
  return text
    .slice(0, LONGEST_COST)
    .replace(/<[^<>]*>/g, '')
    .replace(/[<>]/g, '')
    .trim()
}
