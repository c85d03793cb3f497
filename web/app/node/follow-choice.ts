import { CHOICE_CHANNEL, readChoice } from '../../host/node-choice.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { reloadUnlessAtWork } from '../reload.ts'
import { nodeWords } from './node-words.ts'
import { nodeOf, thisNode } from './this-node.ts'

/**
 * Reloads the page when this or another tab has chosen another node, or other access to the same one. A tab that
 * with unfinished work keeps its node, and its visitor decides when to follow.
 */
export function followChoice(): void {
  new BroadcastChannel(CHOICE_CHANNEL).onmessage = () => void follow()
  // A page that the browser kept while another was shown has missed the messages.
  addEventListener('pageshow', ({ persisted }) => persisted && void follow())
}

async function follow(): Promise<void> {
  const [shown, chosen] = [await thisNode(), nodeOf(await readChoice())]
  if (JSON.stringify(shown) === JSON.stringify(chosen)) return
  reloadUnlessAtWork(frameTexts.otherNode(nodeWords(chosen).name))
}
