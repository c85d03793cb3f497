import { type ChosenNode, changeChoice, type NodeAccess, type NodeName } from '../../host/node-choice.ts'
import { find } from '../find.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { localized } from '../language/localized.ts'
import { accessTexts } from './access-texts.ts'
import { checkNode, type NodeState } from './check-node.ts'
import './node-dialog.css'
import markup from './node-dialog.html?raw'

export interface AskOptions {
  /** Absent for a node that the visitor has not added yet. */
  readonly node?: ChosenNode
  /** Why the visitor is asked, if the node has refused or not answered. */
  readonly state?: NodeState
}

/**
 * Asks for the address of a node and the access to it, and chooses it once it has answered. Resolves when the dialog
 * is closed, whatever the visitor did. Throws the errors of IndexedDB.
 */
export async function askAccess({ node, state }: AskOptions = {}): Promise<void> {
  const dialog = document.createElement('dialog')
  dialog.className = 'node-dialog'
  dialog.innerHTML = localized(markup, accessTexts)
  dialog.setAttribute('aria-labelledby', 'node-dialog-title')
  document.body.append(dialog)
  const fields = fieldsOf(dialog, node)
  const say = (text: string) => {
    find(dialog, '#node-state', HTMLElement).textContent = text
  }
  if (state) say(PROBLEMS[state](node))

  const { promise: closed, resolve, reject } = Promise.withResolvers<void>()
  let attempt = new AbortController()
  find(dialog, 'form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    attempt.abort()
    attempt = new AbortController()
    const { signal } = attempt
    const connect = async () => {
      const asked = fields.read()
      if (!asked) return say(frameTexts.invalidAddress)
      say(accessTexts.connecting)
      const found = await checkNode(asked, { signal })
      if (signal.aborted) return
      if (found !== 'open') return say(PROBLEMS[found](asked))
      await choose(asked)
      dialog.close()
    }
    connect().catch(reject)
  })
  find(dialog, '#node-cancel', HTMLButtonElement).addEventListener('click', () => dialog.close())
  find(dialog, '#node-forget', HTMLButtonElement).addEventListener('click', () => {
    attempt.abort()
    forget(node).then(() => dialog.close(), reject)
  })
  dialog.addEventListener('close', () => {
    attempt.abort()
    resolve()
  })
  dialog.showModal()
  return closed.finally(() => {
    dialog.close()
    dialog.remove()
  })
}

const PROBLEMS: Readonly<Record<NodeState, (node?: ChosenNode) => string>> = {
  open: () => '',
  refused: () => accessTexts.refused(location.origin),
  unreached: (node) => (node?.kind === 'other' ? accessTexts.unreached(location.origin) : accessTexts.noNode),
}

function fieldsOf(dialog: HTMLElement, node: ChosenNode | undefined) {
  const address = find(dialog, '#node-url', HTMLInputElement)
  const token = find(dialog, '#node-token', HTMLInputElement)
  const login = find(dialog, '#node-login', HTMLInputElement)
  const secret = find(dialog, '#node-secret', HTMLInputElement)
  const isServer = node?.kind === 'server'
  find(dialog, '#node-address', HTMLElement).hidden = isServer
  address.required = !isServer
  if (node?.kind === 'other') address.value = node.url
  if (node && node.kind !== 'browser') {
    token.value = node.token ?? ''
    const [name = '', ...rest] = (node.calendarUser ?? '').split(':')
    login.value = name
    secret.value = rest.join(':')
  }
  find(dialog, '#node-forget', HTMLElement).hidden = node?.kind !== 'other'
  return {
    /** `undefined` for an address that is none. */
    read(): Exclude<ChosenNode, { kind: 'browser' }> | undefined {
      const access: NodeAccess = {
        ...(token.value !== '' && { token: token.value.trim() }),
        ...(login.value !== '' && { calendarUser: `${login.value.trim()}:${secret.value}` }),
      }
      if (isServer) return { kind: 'server', ...access }
      const url = URL.parse(address.value.trim())
      if (!url || !/^https?:$/.test(url.protocol)) return undefined
      return url.origin === location.origin
        ? { kind: 'server', ...access }
        : { kind: 'other', url: url.origin, ...access }
    },
  }
}

function choose({ kind, ...rest }: Exclude<ChosenNode, { kind: 'browser' }>): Promise<void> {
  const { url = 'server', ...access } = { ...rest } as NodeAccess & { readonly url?: NodeName }
  return changeChoice((choice) => ({ chosen: url, access: { ...choice.access, [url]: access } }))
}

/** Another node that is shown gives way to the one in the browser. */
async function forget(node: ChosenNode | undefined): Promise<void> {
  if (node?.kind !== 'other') return
  await changeChoice(({ chosen, access }) => {
    const { [node.url]: _, ...kept } = access
    return { ...(chosen && { chosen: chosen === node.url ? 'browser' : chosen }), access: kept }
  })
}
