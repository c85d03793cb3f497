import { addDays, addMonths, type Day } from './days.ts'
import { calendarAddress } from './place.ts'

/** The day to which each key moves the focus. */
const STEPS: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

/** Makes keys move the focus between elements with `data-day`. A day that is not shown opens its month. */
export function dayKeys(grid: HTMLElement): void {
  grid.addEventListener('keydown', (event) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined
    const step = STEPS[event.key]
    if (!from || !step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    goTo(grid, step(from))
  })
}

function goTo(grid: HTMLElement, day: Day): void {
  const target = grid.querySelector(`[data-day="${day}"]`)
  if (!(target instanceof HTMLElement)) {
    location.hash = calendarAddress({ kind: 'month', day })
    return
  }
  for (const each of grid.querySelectorAll<HTMLElement>('[data-day]')) each.tabIndex = -1
  target.tabIndex = 0
  target.focus()
}
