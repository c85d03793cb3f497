import type { ChosenNode } from '../../host/node-choice.ts'
import { frameTexts } from '../language/frame-texts.ts'

/** The texts of the page about the current node. */
export interface NodeWords {
  /** In the switch. */
  readonly name: string
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
    offline: frameTexts.notReached,
    offlineNote: frameTexts.otherOffline(node.url),
    about: frameTexts.aboutOther(node.url),
  }
}

const BROWSER: NodeWords = {
  name: frameTexts.browser,
  offline: frameTexts.offline,
  offlineNote: frameTexts.browserOffline,
  about: frameTexts.aboutBrowser,
}

const SERVER: NodeWords = {
  name: frameTexts.server,
  offline: frameTexts.notReached,
  offlineNote: frameTexts.serverOffline,
  about: frameTexts.aboutServer,
}
