import { bytesText, filesText } from '../amounts.ts'
import { announce } from '../announce.ts'
import { find } from '../find.ts'
import type { Progress } from './add-files.ts'

/** How often a screen reader is told: each change would be noise. */
const ANNOUNCE_EVERY_MS = 3_000

export interface ProgressView {
  /** Says what is going on before bytes flow, such as the reading of a large folder. */
  start(message: string): void
  show(progress: Progress): void
  end(message: string): void
}

/** The bar and its text. */
export function progressView(root: HTMLElement): ProgressView {
  const section = find(root, '#progress', HTMLElement)
  const bar = find(root, '#progress-bar', HTMLProgressElement)
  const text = find(root, '#progress-text', HTMLElement)
  let announcedAt = 0

  return {
    start(message) {
      section.hidden = false
      bar.removeAttribute('value')
      text.textContent = message
      announce(message)
    },
    show({ bytes, bytesTotal, files, filesTotal }) {
      bar.value = bytesTotal === 0 ? 1 : bytes / bytesTotal
      text.textContent = `${bytesText(bytes)} of ${bytesText(bytesTotal)}, ${files} of ${filesText(filesTotal)}`
      if (performance.now() - announcedAt < ANNOUNCE_EVERY_MS) return
      announcedAt = performance.now()
      announce(text.textContent)
    },
    end(message) {
      section.hidden = true
      announce(message)
    },
  }
}
