import { bytesText } from '../../amounts.ts'
import { askBeforeLeaving } from '../../ask-before-leaving.ts'
import { find } from '../../find.ts'
import { settingsTexts } from '../settings-texts.ts'

/** Progress of a task with its Cancel button. */
export interface Task {
  readonly signal: AbortSignal
  readonly onBytes: (bytes: number) => void
}

interface TaskOptions {
  readonly title: string
  /** Absent where it is not known. */
  readonly bytesTotal?: number | undefined
}

/**
 * Runs a task with its progress and a Cancel button; leaving the page meanwhile asks first. Resolves to `undefined`
 * when the visitor has cancelled.
 */
export async function withProgress<T>(
  section: HTMLElement,
  { title, bytesTotal }: TaskOptions,
  run: (task: Task) => Promise<T>,
): Promise<T | undefined> {
  const box = find(section, '#backup-progress', HTMLElement)
  const bar = find(box, 'progress', HTMLProgressElement)
  const text = find(box, 'p', HTMLElement)
  const controller = new AbortController()
  const { signal } = controller
  bar.removeAttribute('value')
  bar.ariaLabel = title
  text.textContent = title
  find(box, 'button', HTMLButtonElement).onclick = () => controller.abort()
  box.hidden = false
  const stopAsking = askBeforeLeaving()
  const onBytes = (bytes: number) => {
    text.textContent =
      bytesTotal === undefined
        ? `${title}: ${bytesText(bytes)}`
        : `${title}: ${settingsTexts.bytesOf(bytesText(bytes), bytesText(bytesTotal))}`
    if (bytesTotal !== undefined) bar.value = bytesTotal === 0 ? 1 : bytes / bytesTotal
  }
  try {
    return await run({ signal, onBytes })
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    box.hidden = true
    stopAsking()
  }
}
