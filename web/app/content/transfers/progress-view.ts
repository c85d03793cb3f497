import { bytesText, countText, durationText } from '../../amounts.ts'
import { announce } from '../../announce.ts'
import { find } from '../../find.ts'
import type { Progress } from './add-files.ts'
import { transferRate } from './transfer-rate.ts'

/** Interval of announcements to screen readers: every change would be too much. */
const ANNOUNCE_EVERY_MS = 5_000

/** Interval in which the shown speed changes, so that it can be read. */
const SPEED_EVERY_MS = 500

export interface ProgressView {
  /** Shows a message before any bytes are transferred, such as while a large folder is read. */
  start(message: string): void
  show(progress: Progress): void
  end(message: string): void
}

/** The progress bar with its text, the speed and the remaining time. */
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
