import { escapeHtml } from '../../html/escape-html.ts'
import type { Scope } from '../rest/scope.ts'
import { byName, compareTexts } from '../rules/terms.ts'
import { fold } from '../text/fold.ts'
import { renderTitle } from '../text/render.ts'
import { LANGUAGE_PARAMETER } from './language/choose-language.ts'
import type { PageScope } from './language/page-language.ts'
import type { SiteTexts } from './language/texts/en.ts'
import type { ListLink, SentFilters } from './list-request.ts'
import { withoutTags } from './page-html.ts'

/** Maximum number of choices for one filter. The page of each venue and category leads to its events too. */
const MOST_CHOICES = 50

/** The form that filters a list: words, category, venue. Works without scripts, by GET. */
export async function filterForm(
  { filters, path = '' }: Pick<ListLink, 'path'> & { readonly filters: SentFilters },
  scope: PageScope,
): Promise<string> {
  const { texts } = scope.language
  const categories = categoryChoices(scope)
  const venues = await venueChoices(scope)
  const kept = [
    ['tags', filters.tags],
    ['organizer', filters.organizer],
    [LANGUAGE_PARAMETER, scope.chosenLanguage],
  ].map(([name, value]) =>
    value === undefined ? '' : `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const { categories: category, venue } = filters
  return `<form class="filters" action="/events/${path}" role="search">
<label>${texts.search} <input type="search" name="search" maxlength="200" value="${escapeHtml(filters.search ?? '')}"></label>
${choice(texts.category, 'categories', { choices: categories, chosen: category, texts })}${choice(texts.venue, 'venue', { choices: venues, chosen: venue, texts })}${kept.join('')}<button>${texts.show}</button>
</form>
`
}

type Choice = readonly [value: string, html: string]

interface ChoiceOptions {
  readonly choices: readonly Choice[]
  readonly chosen: string | undefined
  readonly texts: Pick<SiteTexts, 'all'>
}

function choice(label: string, name: string, { choices, chosen, texts }: ChoiceOptions): string {
  if (choices.length === 0 && chosen === undefined) return ''
  const isListed = chosen === undefined || choices.some(([value]) => value === chosen)
  const all: readonly Choice[] = [
    ['', texts.all],
    ...choices,
    ...(isListed ? [] : [[chosen, escapeHtml(chosen)] as const]),
  ]
  const lines = all.map(
    ([value, html]) =>
      `<option value="${escapeHtml(value)}"${value === (chosen ?? '') ? ' selected' : ''}>${html}</option>`,
  )
  return `<label>${label} <select name="${name}">${lines.join('')}</select></label>\n`
}

function categoryChoices({ view }: Scope): readonly Choice[] {
  return [...view.rows('categories')]
    .filter(({ id }) => view.countOf('categories', id) > 0)
    .sort(byName)
    .slice(0, MOST_CHOICES)
    .map(({ slug, name }) => [slug, withoutTags(name)])
}

async function venueChoices({ view, signal }: Scope): Promise<readonly Choice[]> {
  const { ids } = await view.selectPosts(
    'venues',
    { statuses: ['publish'], offset: 0, limit: MOST_CHOICES },
    { signal },
  )
  const items = await view.read('venues', ids, { signal, skipsDamaged: true })
  return items
    .toSorted((a, b) => compareTexts(fold(a.record.name), fold(b.record.name)) || a.id - b.id)
    .map(({ id, record }) => [String(id), withoutTags(renderTitle(record.name))])
}
