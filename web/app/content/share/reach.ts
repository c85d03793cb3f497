import type { ChosenNode } from '../../../host/node-choice.ts'

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
    const note =
      'Only this browser has it. Others can open the link once a server or a pinning service has it too.'
    return { url: url.href, note }
  }
  if (THIS_COMPUTER.test(url.hostname))
    return { url: url.href, note: 'This address leads to this computer alone.' }
  return { url: url.href, note: 'It opens wherever this address can be reached, without a token.' }
}
