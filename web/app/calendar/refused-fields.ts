import { element } from '../element.ts'
import type { CalendarRefusal } from './calendar-api.ts'
import { calendarTexts } from './calendar-texts.ts'

/** Advice about a refused field of the API. The API's own reasons name parameters. */
const ADVICE: Readonly<Record<string, string>> = {
  title: calendarTexts.adviceTitle,
  start_date: calendarTexts.adviceDate,
  end_date: calendarTexts.adviceDate,
  timezone: calendarTexts.adviceTimezone,
  venue: calendarTexts.adviceVenue,
  organizer: calendarTexts.adviceOrganizer,
  categories: calendarTexts.adviceCategories,
  website: calendarTexts.adviceWebsite,
  image: calendarTexts.adviceImage,
  description: calendarTexts.adviceText,
  excerpt: calendarTexts.adviceText,
}

/**
 * Shows beside each refused field what to do about it, and focuses the first one. Returns a sentence that names the
 * fields in the words of the form; the API's own message when the form has none of them. `nameOf` gives the name of the
 * control of a field.
 */
export function showRefusedFields(
  form: HTMLFormElement,
  refusal: CalendarRefusal,
  nameOf: (field: string) => string | undefined,
): string {
  const labels = refusal.fields.flatMap((field) => {
    const name = nameOf(field)
    if (name === undefined) return []
    const control = form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
    if (!control) return []
    mark(control, ADVICE[field] ?? calendarTexts.adviceOther)
    return [labelOf(control)]
  })
  if (labels.length === 0) return refusal.message
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  return calendarTexts.refusedFields(labels.join(', '))
}

function mark(control: HTMLElement, advice: string): void {
  const note = element('p', { className: 'field-problem', textContent: advice, id: `${control.id}-problem` })
  const described = control.getAttribute('aria-describedby')
  control.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', [described, note.id].filter(Boolean).join(' '))
  control.after(note)
  const clear = () => {
    note.remove()
    control.removeAttribute('aria-invalid')
    if (described === null) control.removeAttribute('aria-describedby')
    else control.setAttribute('aria-describedby', described)
  }
  control.addEventListener('input', clear, { once: true })
  control.closest('form')?.addEventListener('submit', clear, { once: true, capture: true })
}

function labelOf(control: HTMLElement): string {
  const labels = 'labels' in control && control.labels instanceof NodeList ? [...control.labels] : []
  return labels[0]?.firstChild?.textContent?.trim() ?? ''
}
