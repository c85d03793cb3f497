import type { TextQuery } from '../../model/selection.ts'
import { fold } from '../../text/fold.ts'

/** The whole text as one phrase. */
export function phraseQuery(text: string): TextQuery {
  return { all: [fold(text.trim())], without: [] }
}
