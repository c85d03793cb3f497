import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const HELP = join(import.meta.dirname, '../../web/app/help')

/** The text of a guide after one of its headings. Throws when it has no such heading. */
export async function guideSection(guide: string, title: string): Promise<string> {
  const [, section] = (await readFile(join(HELP, `${guide}.md`), 'utf8')).split(`# ${title}\n`)
  if (section === undefined) throw new Error(`no "${title}" in ${guide}.md`)
  return section
}
