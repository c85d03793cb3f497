import { plainText } from '../../text/plain-text.ts'
import { filled } from './filled.ts'

/** Contact data as the wire shows it, whoever wrote it: plain lines, without the empty ones. */
export function filledLines<Name extends string>(
  entries: Readonly<Record<Name, string>>,
): Partial<Readonly<Record<Name, string>>> {
  const lines: Record<Name, string> = { ...entries }
  for (const name in entries) lines[name] = plainText(entries[name])
  return filled(lines)
}
