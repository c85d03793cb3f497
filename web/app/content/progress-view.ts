import { bytesText, countText, durationText } from '../amounts.ts'
import { announce } from '../announce.ts'
import { find } from '../find.ts'
import type { Progress } from './add-files.ts'
import { transferRate } from './transfer-rate.ts'

/** How often a screen reader is told: each change would be noise. */
const ANNOUNCE_EVERY_MS = 5_000

/** How often the speed changes: faster nobody reads it. */
const SPEED_EVERY_MS = 500

export interface ProgressView {
  /** Says what is going on before bytes flow, such as the reading of a large folder. */
  start(message: string): void
  show(progress: Progress): void
  end(message: string): void
}

/** The bar, its text, the speed and the time that is left. */
export function progressView(root: HTMLElement): ProgressView {
  const section = find(root, '#progress', HTMLElement)
  const bar = find(root, '#progress-bar', HTMLProgressElement)
  const text = find(root, '#progress-text', HTMLElement)
  const speed = find(root, '#progress-speed', HTMLElement)
  let rate: ReturnType<typeof transferRate> | undefined
  let [announcedAt, measuredAt] = [0, 0]

  const measure = ({ bytes, bytesTotal }: Progress, atMs: number) => {
    if (rate && atMs - measuredAt < SPEED_EVERY_MS) return
    measuredAt = atMs
    rate ??= transferRate(bytesTotal)
    const { bytesPerSecond, secondsLeft } = rate({ bytes, atMs }) ?? {}
    if (bytesPerSecond === undefined) return
    const left = secondsLeft === undefined ? '' : `, ${durationText(secondsLeft)} left`
    speed.textContent = `${bytesText(bytesPerSecond)}/s${left}`
  }

  return {
    start(message) {
      section.hidden = false
      section.scrollIntoView({ block: 'nearest' })
      rate = undefined
      bar.removeAttribute('value')
      text.textContent = message
      speed.textContent = ''
      announce(message)
    },
    show(progress) {
      const { bytes, bytesTotal, files, filesTotal } = progress
      const nowMs = performance.now()
      bar.value = bytesTotal === 0 ? 1 : bytes / bytesTotal
      text.textContent = `${bytesText(bytes)} of ${bytesText(bytesTotal)}, ${files} of ${countText(filesTotal, 'file')}`
      measure(progress, nowMs)
      if (nowMs - announcedAt < ANNOUNCE_EVERY_MS) return
      announcedAt = nowMs
      announce(`${text.textContent}. ${speed.textContent}`)
    },
    end(message) {
      section.hidden = true
      announce(message)
    },
  }
}
