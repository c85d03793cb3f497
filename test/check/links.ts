import { posix } from 'node:path'
import { headingSlug } from '../../web/app/build/help/heading-slug.ts'
import type { NamingText } from './stale-names.ts'

/** The target of a link. Neither pictures nor links need quoted titles here. */
const LINK = /\]\(([^()\s]+)\)/g
const CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm
const HEADING = /^#{1,6} +(.+)$/gm

/**
 * Lists links of Markdown documents that lead nowhere: to a file that is neither a document nor in `files`, or to a
 * heading that the document does not have. Also a heading that a document has twice, to which no link can lead.
 */
export function linkFaults(documents: readonly NamingText[], files: readonly string[]): string[] {
  const known = new Set(files)
  const slugs = new Map(documents.map(({ path, text }) => [path, slugsOf(text)]))
  return documents.flatMap(({ path, text }) => {
    const targets = [...withoutCode(text).matchAll(LINK)].map(([, target = '']) => target)
    const dead = targets
      .filter((target) => !isFound(path, target))
      .map((target) => `${path}: dead link ${target}`)
    return [...dead, ...repeated(slugs.get(path) ?? []).map((slug) => `${path}: two headings are #${slug}`)]
  })

  function isFound(path: string, target: string): boolean {
    if (/^[a-z]+:/.test(target)) return true
    const [file = '', fragment] = target.split('#')
    const full = file === '' ? path : posix.join(posix.dirname(path), file)
    const isFile = slugs.has(full) || known.has(full)
    return isFile && (fragment === undefined || (slugs.get(full) ?? []).includes(fragment))
  }
}

function slugsOf(text: string): string[] {
  return [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(HEADING)].map(([, heading = '']) =>
    headingSlug(heading),
  )
}

function withoutCode(text: string): string {
  return text.replaceAll(CODE, '')
}

function repeated(slugs: readonly string[]): string[] {
  return slugs.filter((slug, at) => slugs.indexOf(slug) !== at)
}
