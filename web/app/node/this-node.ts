import { type ChosenNode, changeChoice, type NodeChoice, readChoice } from '../../host/node-choice.ts'
import { nodeInControl } from '../node-control.ts'
import { checkNode } from './check-node.ts'

/** How long the first visit waits for the server before it takes the node in this browser. */
const PATIENCE_MS = 3_000

let found: Promise<ChosenNode> | undefined

/**
 * The node on which this document acts, from its start to its end: a switch reloads the page, so that no view
 * mixes two nodes and work that is under way ends where it began. At the first visit of an origin, its server is
 * chosen if it is a node that is open to this page, and otherwise the browser.
 */
export function thisNode(): Promise<ChosenNode> {
  found ??= findNode()
  return found
}

/** Resolves once requests can reach that node. Throws the errors of {@link nodeInControl}. */
export async function nodeReady(): Promise<void> {
  if ((await thisNode()).kind === 'browser') await nodeInControl()
}

/** The node that a choice means. */
export function nodeOf({ chosen = 'browser', access }: NodeChoice): ChosenNode {
  if (chosen === 'browser') return { kind: 'browser' }
  if (chosen === 'server') return { kind: 'server', ...access['server'] }
  return { kind: 'other', url: chosen, ...access[chosen] }
}

async function findNode(): Promise<ChosenNode> {
  const choice = await readChoice()
  if (choice.chosen !== undefined) return nodeOf(choice)
  const server = await checkNode({ kind: 'server' }, { patienceMs: PATIENCE_MS })
  const chosen = server === 'open' ? 'server' : 'browser'
  try {
    // Another tab may have chosen meanwhile.
    await changeChoice((held) => ({ chosen, ...held }))
  } catch {
    return { kind: chosen }
  }
  return nodeOf(await readChoice())
}
