import type * as z from 'zod/mini'
import type { CidConversion } from '../../codec/cid/convert-cid.ts'
import { isDomainError } from '../../errors.ts'
import type { CidFormatted } from '../shapes/cids.ts'

type Line = z.infer<typeof CidFormatted>

/** Yields one line for each CID. An invalid CID is reported in its line, and the next follows. */
export async function* cidLines(cids: readonly string[], convert: CidConversion): AsyncGenerator<Line, void> {
  for (const text of cids) yield cidLine(text, convert)
}

function cidLine(CidStr: string, convert: CidConversion): Line {
  try {
    return { CidStr, Formatted: convert(CidStr.trim()), ErrorMsg: '' }
  } catch (error) {
    if (!isDomainError(error, 'invalid-argument')) throw error
    return { CidStr, Formatted: '', ErrorMsg: error.message }
  }
}

/** The text form of a line. */
export function cidLineText({ CidStr, Formatted, ErrorMsg }: Line): string {
  return ErrorMsg === '' ? `${Formatted}\n` : `${CidStr}: ${ErrorMsg}\n`
}
