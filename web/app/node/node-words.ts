import type { ChosenNode } from '../../host/node-choice.ts'

/** What the page says about the node that it shows. */
export interface NodeWords {
  /** In the switch. */
  readonly name: string
  /** In a sentence: `stored on this server`. */
  readonly inText: string
  /** In the badge while the node, or the server of a browser's node, cannot be reached. */
  readonly offline: string
  /** Below the badge, meanwhile. */
  readonly offlineNote: string
  /** At the end of every view. */
  readonly about: string
}

export function nodeWords(node: ChosenNode): NodeWords {
  if (node.kind === 'browser') return BROWSER
  if (node.kind === 'server') return SERVER
  const name = new URL(node.url).host
  return {
    name,
    inText: name,
    offline: 'Not reached',
    offlineNote: `The node at ${node.url} cannot be reached from this page.`,
    about: `You see the node at ${node.url}. What you add is stored there.`,
  }
}

const BROWSER: NodeWords = {
  name: 'This browser',
  inText: 'this browser',
  offline: 'Works offline',
  offlineNote: 'The server of this page cannot be reached. Everything stored here still works.',
  about:
    'You see the node in this browser. It serves the API at /api/v0 and content at /ipfs/<cid> itself. Nothing that you add leaves it.',
}

const SERVER: NodeWords = {
  name: 'This server',
  inText: 'this server',
  offline: 'Not reached',
  offlineNote: 'The server cannot be reached. Choose “This browser” to work with what is stored here.',
  about: 'You see the node on the server of this page. What you add is stored there.',
}
