import { fold } from '../../text/fold.ts'
import type { TextQuery } from '../../text/text-query.ts'

/** The whole text as one phrase. */
export function phraseQuery(text: string): TextQuery {
  return { all: [fold(text.trim())], without: [] }
}
