import { plainText } from '../../text/plain-text.ts'
import { filled } from './filled.ts'

/** Contact data as the wire shows it, whoever wrote it: plain lines, without the empty ones. */
export function filledLines(entries: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return filled(Object.fromEntries(Object.entries(entries).map(([name, line]) => [name, plainText(line)])))
}
