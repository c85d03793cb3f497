import type { ChosenNode } from '../../../host/node-choice.ts'
import { sharingTexts } from '../sharing-texts.ts'

export interface Reach {
  /** The link for others. */
  readonly url: string
  /** Who can open it, in one sentence for the visitor. */
  readonly note: string
}

/** Hosts that are this computer, in every computer. */
const THIS_COMPUTER = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/

/** The link to content of a node, and who can open it. `path` is that of the node's gateway. */
export function reachOf(
  node: ChosenNode,
  { path, origin }: { readonly path: string; readonly origin: string },
): Reach {
  const url = new URL(path, node.kind === 'other' ? node.url : origin)
  if (node.kind === 'browser') {
    const note = sharingTexts.onlyHere
    return { url: url.href, note }
  }
  if (THIS_COMPUTER.test(url.hostname)) return { url: url.href, note: sharingTexts.thisComputer }
  return { url: url.href, note: sharingTexts.reachable }
}
