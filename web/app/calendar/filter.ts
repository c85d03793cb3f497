import { element } from '../element.ts'
import { find } from '../find.ts'
import { showProblem } from '../problem.ts'
import { calendarApi } from './calendar-api.ts'
import { calendarTexts } from './calendar-texts.ts'
import { plainText } from './plain-text.ts'
import type { EventFilters } from './read-events.ts'

export interface EventFilter {
  /** The conditions that were chosen last, without empty ones. */
  chosen(): EventFilters
}

/** The form that limits what month, week, day and list show. Its choices are loaded when it is opened. */
export function eventFilter(section: HTMLElement, onChange: () => void): EventFilter {
  const details = find(section, '.filter', HTMLDetailsElement)
  const summary = find(details, 'summary', HTMLElement)
  const form = find(details, 'form', HTMLFormElement)
  let filters: EventFilters = {}
  const choose = () => {
    const entries = [...new FormData(form)].filter(
      ([, value]) => typeof value === 'string' && value.trim() !== '',
    )
    filters = Object.fromEntries(entries)
    summary.textContent = entries.length === 0 ? calendarTexts.filter : calendarTexts.filterOn
    onChange()
  }
  form.addEventListener('submit', (submission) => {
    submission.preventDefault()
    choose()
  })
  // The controls are empty only after the event.
  form.addEventListener('reset', () => setTimeout(choose))
  details.addEventListener('toggle', () => {
    if (details.open) fillChoices(form).catch(showProblem)
  })
  return { chosen: () => filters }
}

async function fillChoices(form: HTMLFormElement): Promise<void> {
  const [categories, venues] = await Promise.all([calendarApi.categories(), calendarApi.venues()])
  const fill = (name: string, choices: readonly (readonly [value: string, name: string])[]) => {
    const select = find(form, `[name="${name}"]`, HTMLSelectElement)
    const { value } = select
    const options = choices.map(([each, text]) =>
      element('option', { value: each, textContent: plainText(text) }),
    )
    select.replaceChildren(element('option', { value: '', textContent: calendarTexts.all }), ...options)
    select.value = choices.some(([each]) => each === value) ? value : ''
  }
  fill(
    'categories',
    categories.map(({ id, name }) => [String(id), name]),
  )
  fill(
    'venue',
    venues.map(({ id, venue }) => [String(id), venue]),
  )
}
