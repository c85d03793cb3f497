import { bytesText } from '../amounts.ts'
import { element } from '../element.ts'
import { indentedJson } from '../json-text.ts'
import { adviceOn, nextStep } from '../next-step.ts'
import { answerStructure } from './answer-structure.ts'
import { answerTable } from './answer-table.ts'
import { answerText } from './answer-text.ts'
import { answerTree } from './answer-tree.ts'
import { explorerTexts } from './explorer-texts.ts'

/** A response up to this size is kept in memory, so that it can be saved. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024

export interface AnswerView {
  readonly element: HTMLElement
  /** Clears the view for the next response. */
  begin(): void
  head(response: Response): void
  take(bytes: Uint8Array<ArrayBuffer>): void
  /** Ends the response. `error` is present when it was broken off. */
  end(error?: unknown): void
}

/** Shows the response of a call while it arrives, with advice when the call failed. It can be saved as `filename`. */
export function answerView(filename: string): AnswerView {
  const status = element('p', { className: 'answer-status' })
  status.setAttribute('role', 'status')
  const advice = element('p', { className: 'answer-advice', hidden: true })
  const output = element('pre', { className: 'answer', tabIndex: 0, hidden: true })
  output.setAttribute('aria-label', explorerTexts.answer)
  const save = element('a', { className: 'button', textContent: explorerTexts.saveAnswer, hidden: true })
  const structured = element('div', { hidden: true })
  const asText = element('button', { type: 'button', textContent: explorerTexts.showText, hidden: true })
  asText.addEventListener('click', () => {
    structured.hidden = !structured.hidden
    output.hidden = !structured.hidden
    asText.textContent = structured.hidden ? explorerTexts.showOrder : explorerTexts.showText
  })
  let text = answerText()
  let kept: Uint8Array<ArrayBuffer>[] = []
  let [line, startedAt] = ['', 0]
  let isRefused = false

  const tell = (state: string) => {
    const cut = text.isCut ? explorerTexts.beginning : ''
    status.textContent = `${line}, ${bytesText(text.sizeBytes)}${cut}${state}`
  }

  const showStructure = (said: string) => {
    const structure = answerStructure(said)
    if (!structure) return
    structured.replaceChildren(
      structure.kind === 'table' ? answerTable(structure) : answerTree(structure.value),
    )
    asText.textContent = explorerTexts.showText
    for (const each of [structured, asText]) each.hidden = false
    output.hidden = true
  }
  const section = element(
    'section',
    { className: 'panel', ariaLabel: explorerTexts.answer, ariaBusy: 'false' },
    [status, advice, structured, output, element('div', { className: 'actions' }, [asText, save])],
  )

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
      for (const each of [advice, structured, asText, output, save]) each.hidden = true
      structured.replaceChildren()
      status.textContent = explorerTexts.running
      delete status.dataset['state']
    },
    head(response) {
      isRefused = !response.ok
      line = explorerTexts.statusAfter(
        String(response.status),
        String(Math.round(performance.now() - startedAt)),
      )
      status.dataset['state'] = isRefused ? 'bad' : 'good'
    },
    take(bytes) {
      output.append(text.take(bytes))
      output.hidden = false
      if (text.sizeBytes <= MAX_KEPT_BYTES) kept.push(bytes)
      else kept = []
      tell(` ${explorerTexts.soFar}`)
    },
    end(error) {
      const isStopped = error instanceof DOMException && error.name === 'AbortError'
      if (line === '' || text.sizeBytes === 0)
        status.textContent = line === '' ? explorerTexts.noAnswer : explorerTexts.empty(line)
      else tell(isStopped ? explorerTexts.stopped : '')
      section.ariaBusy = 'false'
      const said = output.textContent ?? ''
      const problem = isStopped ? '' : error ? nextStep(error) : problemIn(said, isRefused)
      advice.textContent = problem
      advice.hidden = problem === ''
      if (problem !== '') status.dataset['state'] = 'bad'
      if (!text.isCut && !error && !isRefused) showStructure(said)
      if (!text.isCut) output.textContent = indentedJson(said)
      if (kept.length === 0) return
      save.href = URL.createObjectURL(new Blob(kept, { type: 'application/octet-stream' }))
      save.download = filename
      save.hidden = false
    },
  }
}

/** Advice for a response that is an error, or whose last line is one. */
function problemIn(answer: string, isRefused: boolean): string {
  const last = answer.trimEnd().split('\n').at(-1) ?? ''
  try {
    const value: unknown = JSON.parse(last)
    if (typeof value === 'object' && value !== null && 'Message' in value && 'Type' in value) {
      return adviceOn(String(value.Message))
    }
  } catch {
    // The error is plain text.
  }
  return isRefused ? adviceOn(last) : ''
}
