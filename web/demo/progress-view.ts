import type { Progress } from './add-files.ts'
import { bytesText, filesText } from './amounts.ts'
import { find } from './find.ts'

/** How often a screen reader is told: each change would be noise. */
const ANNOUNCE_EVERY_MS = 3_000

const section = find(document, '#progress', HTMLElement)
const bar = find(document, '#progress-bar', HTMLProgressElement)
const text = find(document, '#progress-text', HTMLElement)
const announcement = find(document, '#announcement', HTMLElement)

let announcedAt = 0

/** Says what is going on before bytes flow, such as the reading of a large folder. */
export function showStart(message: string): void {
  section.hidden = false
  bar.removeAttribute('value')
  text.textContent = message
  announce(message)
}

export function showProgress({ bytes, bytesTotal, files, filesTotal }: Progress): void {
  bar.value = bytesTotal === 0 ? 1 : bytes / bytesTotal
  text.textContent = `${bytesText(bytes)} of ${bytesText(bytesTotal)}, ${files} of ${filesText(filesTotal)}`
  if (performance.now() - announcedAt > ANNOUNCE_EVERY_MS) announce(text.textContent)
}

export function showEnd(message: string): void {
  section.hidden = true
  announce(message)
}

function announce(message: string): void {
  announcedAt = performance.now()
  announcement.textContent = message
}
