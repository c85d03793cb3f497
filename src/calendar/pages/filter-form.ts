import { escapeHtml } from '../../html/escape-html.ts'
import type { Scope } from '../rest/scope.ts'
import { byName, compareTexts } from '../rules/terms.ts'
import { fold } from '../text/fold.ts'
import { renderTitle } from '../text/render.ts'
import type { ListLink, SentFilters } from './list-request.ts'
import { withoutTags } from './page-html.ts'

/** Maximum number of choices for one filter. The page of each venue and category leads to its events too. */
const MOST_CHOICES = 50

/** The form that filters a list: words, category, venue. Works without scripts, by GET. */
export async function filterForm(
  { filters, path = '' }: Pick<ListLink, 'path'> & { readonly filters: SentFilters },
  scope: Scope,
): Promise<string> {
  const categories = categoryChoices(scope)
  const venues = await venueChoices(scope)
  const kept = (['tags', 'organizer'] as const).map((name) =>
    filters[name] === undefined
      ? ''
      : `<input type="hidden" name="${name}" value="${escapeHtml(filters[name])}">`,
  )
  return `<form class="filters" action="/events/${path}" role="search">
<label>Search <input type="search" name="search" maxlength="200" value="${escapeHtml(filters.search ?? '')}"></label>
${choice('Category', 'categories', { choices: categories, chosen: filters.categories })}${choice('Venue', 'venue', { choices: venues, chosen: filters.venue })}${kept.join('')}<button>Show</button>
</form>
`
}

type Choice = readonly [value: string, html: string]

interface ChoiceOptions {
  readonly choices: readonly Choice[]
  readonly chosen: string | undefined
}

function choice(label: string, name: string, { choices, chosen }: ChoiceOptions): string {
  if (choices.length === 0 && chosen === undefined) return ''
  const isListed = chosen === undefined || choices.some(([value]) => value === chosen)
  const all: readonly Choice[] = [
    ['', 'All'],
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
  const items = await view.read('venues', ids, { signal })
  return items
    .toSorted((a, b) => compareTexts(fold(a.record.name), fold(b.record.name)) || a.id - b.id)
    .map(({ id, record }) => [String(id), withoutTags(renderTitle(record.name))])
}
