import { find } from '../find.ts'
import { calendarTexts } from './calendar-texts.ts'

/** The last instant that a date field with four-digit years can hold. */
const LAST_MS = Date.parse('9999-12-31T23:59Z')

/**
 * Moves the end of an event together with its start, so that its length stays the same. Rejects an end before
 * the start, which the API would accept.
 */
export function endFollows(form: HTMLFormElement): void {
  const field = (name: string) => find(form, `[name="${name}"]`, HTMLInputElement)
  const [startDay, startTime] = [field('start_day'), field('start_time')]
  const [endDay, endTime] = [field('end_day'), field('end_time')]
  const isAllDay = () => field('all_day').checked
  const at = (day: HTMLInputElement, time: HTMLInputElement) =>
    Date.parse(`${day.value}T${isAllDay() ? '00:00' : time.value}Z`)
  const length = () => at(endDay, endTime) - at(startDay, startTime)
  let [lengthMs, before] = [length(), startDay.value]
  /** True when the end was moved past midnight automatically. It is moved back when the time no longer needs it. */
  let isMoved = false

  const follow = () => {
    const endMs = at(startDay, startTime) + lengthMs
    if (!(lengthMs >= 0 && endMs <= LAST_MS)) return
    const [day = '', time = ''] = new Date(endMs).toISOString().split('T')
    isMoved = day !== startDay.value && (isMoved || endDay.value === before)
    endDay.value = day
    if (!isAllDay()) endTime.value = time.slice(0, 5)
  }
  const check = () => {
    const isEarlier = length() < 0
    const isOther = endDay.value !== startDay.value
    endDay.setCustomValidity(isEarlier && isOther ? EARLIER : '')
    endTime.setCustomValidity(isEarlier && !isOther ? EARLIER : '')
  }
  form.addEventListener('change', ({ target }) => {
    if (target === startDay || target === startTime) follow()
    else if (target === endTime && isMoved && endTime.value > startTime.value) endDay.value = startDay.value
    if (target === endDay || target === endTime) isMoved = false
    before = startDay.value
    if (!Number.isNaN(length())) lengthMs = length()
    check()
  })
}

const EARLIER = calendarTexts.endsEarly
