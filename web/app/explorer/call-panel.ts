import { announce } from '../announce.ts'
import { element } from '../element.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { showProblem } from '../problem.ts'
import { copyText } from '../share.ts'
import { answerView } from './answer-view.ts'
import { clientProgram } from './client-program.ts'
import { commandForm } from './command-form.ts'
import type { CommandInfo } from './command-info.ts'
import { curlLine } from './curl-line.ts'
import { explorerTexts } from './explorer-texts.ts'
import { runCall } from './run-call.ts'

/** The node that a copied call is for. */
export interface CalledNode {
  readonly origin: string
  /** True when the node asks for a token. */
  readonly hasToken: boolean
  /** True when the page shows the node of this browser: a copied call is then for the server of the page. */
  readonly isElsewhere: boolean
}

/**
 * The panel of one command: its description, form and response, and the same call as a shell command and in
 * TypeScript.
 */
export function callPanel(command: CommandInfo, node: CalledNode): HTMLElement {
  const run = element('button', { type: 'submit', className: 'primary', textContent: explorerTexts.run })
  const stop = element('button', { type: 'button', textContent: explorerTexts.stop, disabled: true })
  const example = element('button', { type: 'button', textContent: explorerTexts.fillExample })
  const form = commandForm(command)
  run.setAttribute('form', form.element.id)
  const actions = [run, stop, ...(command.example ? [example] : [])]
  const answer = answerView(filenameOf(command))
  const title = node.isElsewhere ? explorerTexts.curlForServer : explorerTexts.curl
  const curl = codeLine(title(node.origin))
  const client = codeLine(explorerTexts.client)
  let running: AbortController | undefined

  const showLines = () => {
    const filled = form.read()
    curl.show(curlLine(command, filled, node.origin, node))
    client.show(clientProgram(command, filled, node))
  }
  const call = async () => {
    running?.abort()
    const controller = new AbortController()
    running = controller
    stop.disabled = false
    answer.begin()
    answer.element.scrollIntoView({ block: 'nearest' })
    // Ignores a call that a newer one has replaced: the response view belongs to the newer one.
    const whileCurrent = <T>(use: (value: T) => void) => {
      return (value: T) => running === controller && use(value)
    }
    const end = whileCurrent((error: unknown) => {
      stop.disabled = true
      answer.end(error)
    })
    const { signal } = controller
    const onHead = whileCurrent(answer.head)
    const onBytes = whileCurrent(answer.take)
    await runCall(command, form.read(), { signal, onHead, onBytes }).then(() => end(undefined), end)
  }

  form.element.addEventListener('input', showLines)
  form.element.addEventListener('submit', (event) => {
    event.preventDefault()
    call().catch(showProblem)
  })
  stop.addEventListener('click', () => running?.abort())
  example.addEventListener('click', () => {
    if (command.example) form.fill(command.example)
    showLines()
    announce(explorerTexts.filled)
  })
  showLines()
  return element('article', { className: 'stack' }, [
    ...headOf(command),
    form.element,
    element('div', { className: 'actions run-bar' }, actions),
    answer.element,
    curl.element,
    client.element,
  ])
}

function filenameOf({ path, reply }: CommandInfo): string {
  return `${path.replaceAll('/', '-')}${reply === 'bytes' ? '' : '.json'}`
}

function headOf({ path, about, isServed, isSecret, status }: CommandInfo): HTMLElement[] {
  const notes = [
    ...(isServed ? [] : [explorerTexts.notServed]),
    ...(isSecret ? [explorerTexts.secret] : []),
    ...(status
      ? [status === 'experimental' ? explorerTexts.experimental : explorerTexts.deprecatedCommand]
      : []),
  ]
  return [
    element('div', {}, [
      element('h2', { tabIndex: -1 }, [element('code', { textContent: path })]),
      element('p', { textContent: `${about}.` }),
      ...notes.map((note) => element('p', { className: 'muted', textContent: note })),
    ]),
  ]
}

function codeLine(title: string): { readonly element: HTMLElement; show(line: string): void } {
  const code = element('code')
  const pre = element('pre', { tabIndex: 0 }, [code])
  const copy = element('button', {
    type: 'button',
    textContent: explorerTexts.copy,
    ariaLabel: explorerTexts.copyTitle(title),
  })
  copy.addEventListener('click', () => {
    const copied = () => {
      copy.textContent = frameTexts.copied
      announce(frameTexts.copied)
    }
    copyText(code.textContent ?? '').then(copied, showProblem)
  })
  return {
    element: element('figure', { className: 'code-line' }, [
      element('figcaption', { className: 'bar' }, [title, copy]),
      pre,
    ]),
    show(line) {
      code.textContent = line
      copy.textContent = explorerTexts.copy
    },
  }
}
