import { find } from '../find.ts'
import { nodeWords } from '../node/node-words.ts'
import { thisNode } from '../node/this-node.ts'
import { contentTexts } from './content-texts.ts'

/** Says where the content of the view is, unless it is in this browser, as the markup says. */
export async function nameNode(section: HTMLElement): Promise<void> {
  const node = await thisNode()
  if (node.kind === 'browser') return
  const { name } = nodeWords(node)
  const isServer = node.kind === 'server'
  find(section, 'h1', HTMLElement).textContent = isServer
    ? contentTexts.serverHeading
    : contentTexts.otherHeading(name)
  find(section, '.lead', HTMLElement).textContent = isServer
    ? contentTexts.serverLead
    : contentTexts.otherLead(name)
}
