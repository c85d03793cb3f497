import { element } from '../element.ts'
import type { CalendarRefusal } from './calendar-api.ts'

/** What to do about a refused field of the API. The API's own reasons name parameters. */
const ADVICE: Readonly<Record<string, string>> = {
  title: 'Give the event a title with letters.',
  start_date: 'Choose a day and a time of the years 1 to 9999.',
  end_date: 'Choose a day and a time of the years 1 to 9999.',
  timezone: 'Choose a time zone of the list, such as Europe/Berlin.',
  venue: 'Choose another venue, or give the new one a name.',
  organizer: 'Choose another organizer, or give the new one a name.',
  categories: 'Choose other names, with commas between them.',
  website: 'Give a whole address, such as https://example.org/walk.',
  image: 'Choose another picture: PNG, JPEG, GIF, WebP or AVIF.',
  description: 'Change the text.',
  excerpt: 'Change the text.',
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
    mark(control, ADVICE[field] ?? 'Change it.')
    return [labelOf(control)]
  })
  if (labels.length === 0) return refusal.message
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  return `The calendar does not accept this: ${labels.join(', ')}. Change it, then save again.`
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
