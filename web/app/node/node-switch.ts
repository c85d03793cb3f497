import { changeChoice, type NodeChoice, type NodeName, readChoice } from '../../host/node-choice.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { pagePart } from '../page-part.ts'
import { hideProblem, showProblem } from '../problem.ts'
import { checkNode } from './check-node.ts'
import { nodeWords } from './node-words.ts'
import { nodeOf, thisNode } from './this-node.ts'

/** Entries of the switch that are no nodes. No address of a node looks like them. */
const ANOTHER = 'another'
const ACCESS = 'access'

const dialog = pagePart(() => import('./node-dialog.ts'))

/** Fills the switch in the header, which shows the node of this tab, and describes it at the end of the page. */
export async function startSwitch(): Promise<void> {
  const select = find(document, '#node', HTMLSelectElement)
  const draw = async () => fill(select, await readChoice())
  find(document, '#about-node', HTMLElement).textContent = nodeWords(await thisNode()).about
  await draw()
  select.addEventListener('change', () => {
    hideProblem()
    // The page is opened anew once the choice is made. Until then, and if it is not made, the switch shows this node.
    choose(select.value).catch(showProblem).finally(draw)
  })
}

async function fill(select: HTMLSelectElement, choice: NodeChoice): Promise<void> {
  const shown = await thisNode()
  const current = shown.kind === 'other' ? shown.url : shown.kind
  const others = Object.keys(choice.access).filter((name) => name !== 'server')
  const names: NodeName[] = [...new Set(['server', 'browser', ...others, current])]
  const option = (value: string, textContent: string) => element('option', { value, textContent })
  select.replaceChildren(
    ...names.map((name) => option(name, nodeWords(nodeOf({ ...choice, chosen: name })).name)),
    option(ANOTHER, frameTexts.anotherNode),
    ...(current === 'browser' ? [] : [option(ACCESS, frameTexts.accessToNode)]),
  )
  select.value = current
}

async function choose(value: string): Promise<void> {
  if (value === 'browser') return changeChoice((choice) => ({ ...choice, chosen: value }))
  const { askAccess } = await dialog()
  if (value === ANOTHER) return askAccess()
  if (value === ACCESS) return askAccess({ node: await thisNode() })
  const node = nodeOf({ ...(await readChoice()), chosen: value })
  const state = await checkNode(node)
  if (state === 'open') return changeChoice((choice) => ({ ...choice, chosen: value }))
  return askAccess({ node, state })
}
