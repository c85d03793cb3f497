import { escapeHtml } from '../../../html/escape-html.ts'
import { type ListRequest, listQuery } from '../list-request.ts'
import { LANGUAGE_CODES, LANGUAGE_PARAMETER } from './choose-language.ts'
import { type PageScope, pageLanguage } from './page-language.ts'

/** The end of every page: the same page in each language, by the language's own name. */
export function languageLinks(asked: ListRequest, { language }: Pick<PageScope, 'language'>): string {
  const links = LANGUAGE_CODES.map((code) => {
    const query = listQuery(asked)
    query.set(LANGUAGE_PARAMETER, code)
    const current = code === language.code ? ' aria-current="true"' : ''
    const { ownName } = pageLanguage(code).texts
    return `<a href="${escapeHtml(`?${query}`)}" lang="${code}" hreflang="${code}"${current}>${ownName}</a>`
  })
  return `<footer><nav class="views" aria-label="${language.texts.language}">${links.join(' ')}</nav></footer>\n`
}
