import { bytesText } from '../../amounts.ts'
import { LEFT } from '../../close-dialogs.ts'
import { element } from '../../element.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { nextStep } from '../../next-step.ts'
import { contentTexts } from '../content-texts.ts'
import { showDialog } from '../dialog.ts'
import type { Item } from '../files/entry.ts'
import { type MediaKind, mediaKind, typeText } from '../files/media-kind.ts'
import { hrefOf } from '../files/place.ts'
import { type MenuItem, openMenu } from '../menu.ts'
import { sharingTexts } from '../sharing-texts.ts'
import { drawDag } from './dag-view.ts'
import { drawMedia } from './media-view.ts'
import { drawPdf } from './pdf-view.ts'
import './preview.css'
import type { PreviewBody } from './preview-body.ts'
import { drawText } from './text-view.ts'

export interface PreviewOptions {
  /** The files to which the dialog can move on, in the order of the list. */
  readonly items: readonly Item[]
  readonly menuOf: (item: Item) => readonly MenuItem[]
  /** Called when the visitor has closed the preview to see the list, with the file that was shown last. */
  readonly onClosed: (last: Item) => void
}

export interface OpenPreview {
  /** The file that is shown. Absent once the preview is closed. */
  readonly item: Item | undefined
  /** Closes it without a call of `onClosed`. */
  close(): void
}

type DrawPreview = (preview: PreviewBody) => Promise<void> | void

const VIEWS: Readonly<Record<MediaKind, DrawPreview>> = {
  picture: drawMedia,
  video: drawMedia,
  audio: drawMedia,
  pdf: drawPdf,
  markdown: drawText,
  json: drawText,
  text: drawText,
  unknown: drawText,
}

/** Shows a file in a dialog, with buttons for the next and the previous one. */
export function showPreview(first: Item, { items, menuOf, onClosed }: PreviewOptions): OpenPreview {
  let item = first
  let drawing = new AbortController()
  const body = element('div', { className: 'preview-body' })
  const facts = element('p', { className: 'muted', role: 'status' })
  const before = element('button', {
    type: 'button',
    textContent: sharingTexts.previous,
    onclick: () => step(-1),
  })
  const after = element('button', { type: 'button', textContent: sharingTexts.next, onclick: () => step(1) })
  const actions = element('button', { type: 'button', textContent: sharingTexts.actions })
  actions.setAttribute('aria-haspopup', 'menu')
  actions.addEventListener('click', () => openMenu(actions, contentTexts.actionsFor(item.name), menuOf(item)))
  const data = element('button', {
    type: 'button',
    textContent: sharingTexts.showDag,
    onclick: () => draw(drawDag),
  })

  const draw = (view: DrawPreview) => {
    drawing.abort()
    drawing = new AbortController()
    const { signal } = drawing
    body.replaceChildren()
    Promise.resolve(view({ body, item, signal })).catch((error: unknown) => {
      if (!signal.aborted) body.append(element('p', { className: 'fault', textContent: nextStep(error) }))
    })
  }
  const show = () => {
    const at = items.findIndex(({ path }) => path === item.path)
    before.disabled = at <= 0
    after.disabled = at < 0 || at === items.length - 1
    heading.textContent = item.name
    facts.textContent = `${typeText(item)}, ${bytesText(item.sizeBytes)}`
    draw(VIEWS[mediaKind(item.name)])
  }
  const step = (by: number) => {
    const next = items[items.findIndex(({ path }) => path === item.path) + by]
    if (!next) return
    item = next
    history.replaceState(null, '', hrefOf(item.path))
    show()
  }

  const { dialog, heading, closed } = showDialog(item.name, (box) => [
    facts,
    body,
    element('div', { className: 'actions' }, [
      before,
      after,
      actions,
      data,
      element('button', { type: 'button', textContent: frameTexts.close, onclick: () => box.close() }),
    ]),
  ])
  dialog.classList.add('preview')
  dialog.addEventListener('keydown', ({ key, target }) => {
    // Players and texts have their own meaning for arrows.
    if (
      target instanceof HTMLMediaElement ||
      (target instanceof Element && target.closest('pre, .preview-body'))
    )
      return
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  })
  void closed.then(() => {
    drawing.abort()
    body.replaceChildren()
    if (dialog.returnValue !== LEFT) onClosed(item)
  })
  show()
  return {
    get item() {
      return dialog.open ? item : undefined
    },
    close: () => dialog.close(LEFT),
  }
}
