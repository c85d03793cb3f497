import { bytesText } from '../amounts.ts'
import { element } from '../element.ts'
import { adviceOn, nextStep } from '../next-step.ts'
import { answerText } from './answer-text.ts'

/** An answer that fits is kept whole, to be saved. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024

export interface AnswerView {
  readonly element: HTMLElement
  /** Empties it for the next answer. */
  begin(): void
  head(response: Response): void
  take(bytes: Uint8Array<ArrayBuffer>): void
  /** `error`: what broke it off. */
  end(error?: unknown): void
}

/**
 * The answer of a call: how it began, what it says as that arrives, and what to do when it failed. It is saved
 * as `filename`.
 */
export function answerView(filename: string): AnswerView {
  const status = element('p', { className: 'answer-status' })
  status.setAttribute('role', 'status')
  const advice = element('p', { className: 'answer-advice', hidden: true })
  const output = element('pre', { className: 'answer', tabIndex: 0, hidden: true })
  output.setAttribute('aria-label', 'Answer')
  const save = element('a', { className: 'button', textContent: 'Save the answer', hidden: true })
  let text = answerText()
  let kept: Uint8Array<ArrayBuffer>[] = []
  let [line, startedAt] = ['', 0]
  let isRefused = false

  const tell = (state: string) => {
    const cut = text.isCut ? ', the beginning of which is shown' : ''
    status.textContent = `${line}, ${bytesText(text.sizeBytes)}${cut}${state}`
  }

  const section = element('section', { className: 'panel', ariaLabel: 'Answer', ariaBusy: 'false' }, [
    status,
    advice,
    output,
    save,
  ])

  return {
    element: section,
    begin() {
      section.ariaBusy = 'true'
      text = answerText()
      kept = []
      line = ''
      isRefused = false
      startedAt = performance.now()
      URL.revokeObjectURL(save.href)
      output.textContent = ''
      for (const each of [advice, output, save]) each.hidden = true
      status.textContent = 'Running'
      delete status.dataset['state']
    },
    head(response) {
      isRefused = !response.ok
      line = `${response.status} after ${Math.round(performance.now() - startedAt)} ms`
      status.dataset['state'] = isRefused ? 'bad' : 'good'
    },
    take(bytes) {
      output.append(text.take(bytes))
      output.hidden = false
      if (text.sizeBytes <= MOST_KEPT_BYTES) kept.push(bytes)
      else kept = []
      tell(' so far')
    },
    end(error) {
      const isStopped = error instanceof DOMException && error.name === 'AbortError'
      if (line === '' || text.sizeBytes === 0)
        status.textContent = line === '' ? 'No answer' : `${line}, empty`
      else tell(isStopped ? ', stopped' : '')
      section.ariaBusy = 'false'
      const said = output.textContent ?? ''
      const problem = isStopped ? '' : error ? nextStep(error) : problemIn(said, isRefused)
      advice.textContent = problem
      advice.hidden = problem === ''
      if (problem !== '') status.dataset['state'] = 'bad'
      if (!text.isCut) output.textContent = indented(said)
      if (kept.length === 0) return
      save.href = URL.createObjectURL(new Blob(kept, { type: 'application/octet-stream' }))
      save.download = filename
      save.hidden = false
    },
  }
}

/** What to do about an answer that is an error, or whose last line is one. */
function problemIn(answer: string, isRefused: boolean): string {
  const last = answer.trimEnd().split('\n').at(-1) ?? ''
  try {
    const value: unknown = JSON.parse(last)
    if (typeof value === 'object' && value !== null && 'Message' in value && 'Type' in value) {
      return adviceOn(String(value.Message))
    }
  } catch {
    // A refusal is plain text.
  }
  return isRefused ? adviceOn(last) : ''
}

/** One JSON value as people read it; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
