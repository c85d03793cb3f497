import { find } from '../find.ts'
import { nodeWords } from '../node/node-words.ts'
import { thisNode } from '../node/this-node.ts'

/** Says where the content of the view is, unless it is in this browser, as the markup says. */
export async function nameNode(section: HTMLElement): Promise<void> {
  const node = await thisNode()
  if (node.kind === 'browser') return
  find(section, 'h1', HTMLElement).textContent = `Content of ${nodeWords(node).inText}`
  find(section, '.lead', HTMLElement).textContent =
    `Add a file or a folder. It is stored on ${nodeWords(node).inText}, under the same address as everywhere else in the network.`
}
