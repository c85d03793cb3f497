import { element } from '../element.ts'
import { showProblem } from '../problem.ts'
import './floating.css'

/** One entry of a menu: an action, or a link. */
export type MenuItem =
  | { readonly label: string; readonly run: () => Promise<void> | void; readonly key?: string }
  | {
      readonly label: string
      readonly href: string
      /** The link downloads instead of opening a tab. */
      readonly isDownload: boolean
      readonly onFollow?: () => void
    }

/** Opens a menu at a button. It closes with Escape, a choice, a click elsewhere or another view, and gives the focus back. */
export function openMenu(button: HTMLElement, label: string, items: readonly MenuItem[]): void {
  const menu = element('div', { className: 'menu-box', role: 'menu', ariaLabel: label })
  menu.popover = 'auto'
  const choices = items.map((item) => choiceOf(item, () => menu.hidePopover()))
  menu.append(...choices)
  menu.addEventListener('keydown', (event) => {
    const at = choices.findIndex((choice) => choice.matches(':focus'))
    const next = nextAt(event.key, at, choices.length)
    if (event.key === 'Tab') menu.hidePopover()
    if (next === undefined) return
    event.preventDefault()
    choices[next]?.focus()
  })
  const closed = new AbortController()
  addEventListener('hashchange', () => menu.hidePopover(), { signal: closed.signal })
  menu.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') return
    closed.abort()
    if (menu.contains(document.activeElement) || document.activeElement === document.body) button.focus()
    button.ariaExpanded = 'false'
    // Removing it at once would take the pressed entry away before its click has ended.
    setTimeout(() => menu.remove())
  })
  // Below a modal dialog, nothing outside it can be used.
  ;(button.closest('dialog, main') ?? document.body).append(menu)
  menu.showPopover()
  button.ariaExpanded = 'true'
  place(menu, button)
  choices[0]?.focus()
}

function choiceOf(item: MenuItem, close: () => void): HTMLElement {
  if ('href' in item) {
    const { label, href, isDownload, onFollow } = item
    const link = element('a', { role: 'menuitem', tabIndex: -1, href, textContent: label })
    if (!isDownload) Object.assign(link, { target: '_blank', rel: 'noopener' })
    link.addEventListener('click', () => {
      onFollow?.()
      close()
    })
    return link
  }
  const { label, key, run } = item
  const choice = element('button', { type: 'button', role: 'menuitem', tabIndex: -1 }, [label])
  if (key !== undefined) {
    choice.setAttribute('aria-keyshortcuts', key)
    choice.append(element('kbd', { textContent: key, ariaHidden: 'true' }))
  }
  choice.addEventListener('click', () => {
    close()
    Promise.resolve(run()).catch(showProblem)
  })
  return choice
}

function nextAt(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Below the button, or above it where there is more room, within the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const below = at.bottom + height <= innerHeight || at.top < height
  menu.style.top = `${Math.max(8, below ? Math.min(at.bottom + 4, innerHeight - height - 8) : at.top - height - 4)}px`
  menu.style.left = `${Math.max(8, Math.min(at.right, innerWidth - 8) - width)}px`
}
