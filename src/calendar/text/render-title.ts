import { sanitizeName } from './sanitize.ts'
import { withTypography } from './typography.ts'

/**
 * A title or name as HTML that is safe to show, whoever wrote it: a few inline tags, typographic signs as
 * entities, no blanks around it, no backslashes. Spec: calendar facts, section 12.
 */
export function renderTitle(text: string): string {
  return withTypography(sanitizeName(text.replaceAll('\\', '')).trim())
}
