import * as z from 'zod/mini'
import { parseGoDuration } from '../codec/go-duration.ts'
import { textThat } from './setting.ts'

/** True for a duration such as `1h30m` that is not negative and not longer than another one. */
export function isDuration(text: string, longest: string): boolean {
  const durationMs = parseGoDuration(text) ?? -1
  return durationMs >= 0 && durationMs <= (parseGoDuration(longest) ?? 0)
}

/** A duration such as `22h` or `1h30m`. Resolves to milliseconds. */
export function duration({ longest }: { readonly longest: string }): z.ZodMiniType<number, string> {
  return z.pipe(
    textThat((text) => isDuration(text, longest), `not a duration up to ${longest}, such as "1h30m"`),
    z.transform((text) => parseGoDuration(text) ?? 0),
  )
}
