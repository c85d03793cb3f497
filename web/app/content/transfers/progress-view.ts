import { bytesText, countText, durationText } from '../../amounts.ts'
import { announce } from '../../announce.ts'
import { element } from '../../element.ts'
import { numberText } from '../../language/counted.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { contentTexts } from '../content-texts.ts'
import { transferRate } from './transfer-rate.ts'
import type { Progress } from './upload-files.ts'

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

export interface ProgressRow {
  readonly element: HTMLElement
  readonly view: ProgressView
}

/** The progress bar of one transfer with its text, the speed, the remaining time and a Cancel button. */
export function progressRow(title: string, onCancel: () => void): ProgressRow {
  const bar = element('progress', { className: 'progress-bar', max: 1, value: 0, ariaLabel: title })
  const text = element('p', { className: 'progress-text' })
  const speed = element('p', { className: 'progress-speed muted' })
  const cancel = element('button', { type: 'button', textContent: frameTexts.cancel, onclick: onCancel })
  cancel.setAttribute('aria-label', contentTexts.cancelTitle(title))
  const name = element('p', { className: 'progress-title', textContent: title })
  const row = element('div', { className: 'progress' }, [name, bar, text, speed, cancel])
  let rate: ReturnType<typeof transferRate> | undefined
  let [announcedAt, measuredAt] = [0, 0]

  const measure = ({ bytes, bytesTotal }: Progress, atMs: number) => {
    if (rate && atMs - measuredAt < SPEED_EVERY_MS) return
    measuredAt = atMs
    rate ??= transferRate(bytesTotal)
    const { bytesPerSecond, secondsLeft } = rate({ bytes, atMs }) ?? {}
    if (bytesPerSecond === undefined) return
    const left = secondsLeft === undefined ? '' : `, ${contentTexts.left(durationText(secondsLeft))}`
    speed.textContent = `${bytesText(bytesPerSecond)}/s${left}`
  }

  const view: ProgressView = {
    start(message) {
      row.scrollIntoView({ block: 'nearest' })
      rate = undefined
      bar.removeAttribute('value')
      text.textContent = message
      speed.textContent = ''
      announce(message)
    },
    show(progress) {
      const { bytes, bytesTotal, files, filesTotal, isPreparing } = progress
      const nowMs = performance.now()
      bar.value = bytesTotal === 0 ? 1 : bytes / bytesTotal
      const sizes = { bytes: bytesText(bytes), all: bytesText(bytesTotal) }
      const sent = contentTexts.sentOf(sizes)
      text.textContent =
        filesTotal === 0
          ? isPreparing
            ? contentTexts.preparing(sent)
            : sent
          : contentTexts.progressOf({
              ...sizes,
              count: numberText(files),
              files: countText(filesTotal, 'file'),
            })
      measure(progress, nowMs)
      if (nowMs - announcedAt < ANNOUNCE_EVERY_MS) return
      announcedAt = nowMs
      announce(`${text.textContent}. ${speed.textContent}`)
    },
    end: announce,
  }
  return { element: row, view }
}
