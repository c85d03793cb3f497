import { closeDialogs } from './close-dialogs.ts'
import { decodedPath } from './decoded-path.ts'
import { element } from './element.ts'
import { find } from './find.ts'
import { frameTexts } from './language/frame-texts.ts'
import { isOutdated } from './new-version.ts'
import { hideProblem, showProblem } from './problem.ts'
import type { DrawView, Shown, View } from './view.ts'
import { VIEWS } from './views.ts'

interface Drawn {
  readonly section: HTMLElement
  readonly shown: Promise<Shown>
}

const main = find(document, 'main', HTMLElement)
const drawn = new Map<View, Drawn>()
let current: View | undefined

/**
 * Shows the view that the URL names, now and after every change. The calendar API gives drafts a URL with a
 * query, which leads to their view.
 */
export function startNavigation(): void {
  const links = VIEWS.map(({ id, title }) =>
    element('li', {}, [element('a', { href: `#${id}`, textContent: title })]),
  )
  find(document, '#menu', HTMLUListElement).replaceChildren(...links, helpLink())
  addEventListener('hashchange', () => {
    // An open dialog would keep the focus from the heading of the next view.
    closeDialogs()
    follow()
  })
  // The fragment is used for views, so the skip link must not change it.
  find(document, '.skip', HTMLAnchorElement).addEventListener('click', (event) => {
    event.preventDefault()
    main.focus()
  })
  const event = /[?&]post_type=cal_events&p=(\d+)/.exec(location.search)?.[1]
  if (event && location.hash === '') history.replaceState(null, '', `/#calendar/event/${event}`)
  follow()
}

/** A mark, because the word has no room in every language beside the names of the views. */
function helpLink(): HTMLElement {
  const { help } = frameTexts
  const link = { className: 'help-mark', href: '/help/', textContent: '?', title: help, ariaLabel: help }
  return element('li', {}, [element('a', link)])
}

/** A URL without a view opens the first one. An unknown view keeps the current one. `#/ledger` is read as `#ledger`. */
function follow(): void {
  const [id = '', ...rest] = decodedPath(location.hash.replace(/^#\/?/, '')).split('/')
  const named = id === '' ? VIEWS[0] : VIEWS.find((candidate) => candidate.id === id)
  const view = named ?? (current ? undefined : VIEWS[0])
  if (view) show(view, rest.join('/')).catch(showProblem)
}

async function show(view: View, rest: string): Promise<void> {
  const isTurn = current !== undefined && current !== view
  current = view
  document.title = `${view.title} · Tidepool`
  for (const link of document.querySelectorAll('#menu a')) {
    if (link.getAttribute('href') === `#${view.id}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  const { section, shown } = drawnView(view)
  for (const each of drawn.values()) each.section.hidden = each.section !== section
  if (isTurn) hideProblem()
  const tell = await shown
  if (current !== view) return
  tell(rest)
  if (isTurn) focusHeading(section)
}

function drawnView(view: View): Drawn {
  const held = drawn.get(view)
  if (held) return held
  const section = element('section', { id: `view-${view.id}`, className: 'view' })
  main.append(section)
  const made = { section, shown: draw(view, section) }
  drawn.set(view, made)
  made.shown.catch(() => {
    drawn.delete(view)
    section.remove()
  })
  return made
}

async function draw(view: View, section: HTMLElement): Promise<Shown> {
  // The first view is loaded together with the page itself.
  if (drawn.size > 0 && (await isOutdated())) return drawOutdated(view, section)
  const drawView = await loaded(view)
  return drawView(section)
}

/** Replaces a view whose build the server no longer has. */
function drawOutdated({ title }: View, section: HTMLElement): Shown {
  const text = frameTexts.outdated(title)
  section.append(
    element('h1', { textContent: title }),
    element('p', { className: 'panel', textContent: text }),
  )
  return () => undefined
}

async function loaded({ title, load }: View): Promise<DrawView> {
  try {
    return await load()
  } catch (cause) {
    throw new Error(frameTexts.notLoaded(title), { cause })
  }
}

/** Moves the focus to the heading, so that screen readers announce the view and the next Tab leads into it. */
function focusHeading(section: HTMLElement): void {
  const heading = find(section, 'h1', HTMLHeadingElement)
  heading.tabIndex = -1
  heading.focus()
}
