import { type ChosenNode, readChoice } from '../../host/node-choice.ts'
import { checkNode } from './check-node.ts'
import { nodeOf, thisNode } from './this-node.ts'

/** The node to which a visitor may copy what the page shows. */
export interface CopyTarget {
  readonly node: ChosenNode
}

let found: Promise<CopyTarget | undefined> | undefined

/**
 * Where the content of this page can be copied: from the browser to the server, from elsewhere to the browser.
 * `undefined` in the browser while the server of the page is no node or cannot be reached. Found once for each document.
 */
export function copyTarget(): Promise<CopyTarget | undefined> {
  found ??= findTarget()
  return found
}

async function findTarget(): Promise<CopyTarget | undefined> {
  const { kind } = await thisNode()
  if (kind !== 'browser') return { node: { kind: 'browser' } }
  const node = nodeOf({ ...(await readChoice()), chosen: 'server' })
  if ((await checkNode(node)) === 'unreached') return undefined
  return { node }
}
