import { type Day, daysBetween } from '../days.ts'

/** How far an event was dragged, in the visitor's zone. */
export interface Shift {
  readonly days: number
  readonly minutes: number
}

export interface DragOptions {
  /** Called when an event was dropped elsewhere. */
  readonly onDrop: (id: number, shift: Shift) => void
}

/** Pixels that a pointer moves before a press becomes a drag. */
const LEAST_PIXELS = 6
const SNAP_MINUTES = 15
const DAY_MINUTES = 24 * 60

/**
 * Lets mouse and pen drag events to other days, and in a grid of hours to other times. Escape lets go. Touch scrolls;
 * with it, and with a keyboard, the form of the event changes its time.
 */
export function draggable(shown: HTMLElement, { onDrop }: DragOptions): void {
  shown.addEventListener('pointerdown', (press) => {
    const link = press.target instanceof Element ? press.target.closest<HTMLElement>('[data-event]') : null
    if (!link || press.button !== 0 || press.pointerType === 'touch') return
    const from = slotAt(link.closest<HTMLElement>(SLOTS), press.clientY)
    if (from) follow(link, { press, from, onDrop })
  })
}

/** A day, with a minute where it shows hours. */
interface Slot {
  readonly element: HTMLElement
  readonly day: Day
  readonly minute: number | undefined
}

const SLOTS = '[data-date], [data-all-day], [data-hours-of]'

function slotAt(element: HTMLElement | null, y: number): Slot | undefined {
  const { date, allDay, hoursOf } = element?.dataset ?? {}
  const day = date ?? allDay ?? hoursOf
  if (!element || day === undefined) return undefined
  const { top, height } = element.getBoundingClientRect()
  return { element, day, minute: hoursOf === undefined ? undefined : ((y - top) / height) * DAY_MINUTES }
}

interface Drag extends DragOptions {
  readonly press: PointerEvent
  readonly from: Slot
}

function follow(link: HTMLElement, { press, from, onDrop }: Drag): void {
  const ended = new AbortController()
  const { signal } = ended
  let to: Slot | undefined
  let isDragged = false
  const mark = (slot: Slot | undefined) => {
    to?.element.classList.remove('drop-here')
    slot?.element.classList.add('drop-here')
    to = slot
  }
  const end = () => {
    const found = to
    mark(undefined)
    link.classList.remove('moving')
    link.style.translate = ''
    ended.abort()
    return found
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    const [x, y] = [clientX - press.clientX, clientY - press.clientY]
    if (!isDragged && Math.hypot(x, y) < LEAST_PIXELS) return
    isDragged = true
    link.classList.add('moving')
    link.style.translate = `${x}px ${y}px`
    // The dragged link is under the pointer too.
    const under = document.elementsFromPoint(clientX, clientY).filter((each) => !link.contains(each))
    const slot = under.map((each) => each.closest<HTMLElement>(SLOTS)).find((each) => each !== null) ?? null
    const found = slotAt(slot, clientY)
    mark(found && (found.minute === undefined) === (from.minute === undefined) ? found : undefined)
  }
  const drop = () => {
    const slot = end()
    if (!isDragged) return
    // The click that follows the drag would open the event. It comes at once, or never.
    const noClick = new AbortController()
    addEventListener('click', (click) => click.preventDefault(), { signal: noClick.signal, capture: true })
    setTimeout(() => noClick.abort())
    const shift = slot && shiftTo(slot, from)
    if (shift && (shift.days !== 0 || shift.minutes !== 0)) onDrop(Number(link.dataset['event']), shift)
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', drop, { signal })
  addEventListener('pointercancel', end, { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
}

function shiftTo(to: Slot, from: Slot): Shift {
  const minutes = (to.minute ?? 0) - (from.minute ?? 0)
  return { days: daysBetween(from.day, to.day), minutes: Math.round(minutes / SNAP_MINUTES) * SNAP_MINUTES }
}

/** A wall clock moved by a shift. Sent in the zone of the event, whose own clock moves as far. */
export function shifted(wall: string, { days, minutes }: Shift): string {
  const ms = Date.parse(`${wall.replace(' ', 'T')}Z`) + (days * DAY_MINUTES + minutes) * 60_000
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
