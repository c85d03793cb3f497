import type { ChosenNode } from '../../host/node-choice.ts'
import { find } from '../find.ts'
import { localized } from '../language/localized.ts'
import { thisNode } from '../node/this-node.ts'
import type { DrawView } from '../view.ts'
import { type CalledNode, callPanel } from './call-panel.ts'
import { type CommandInfo, commandInfos } from './command-info.ts'
import { commandList } from './command-list.ts'
import { readApiDescription } from './description.ts'
import { explorerTexts } from './explorer-texts.ts'
import './explorer.css'
import markup from './explorer.html?raw'

/** A form for each command of the API. The URL names the current one: `#explorer/block/put`. */
export const drawExplorer: DrawView = async (section) => {
  const commands = commandInfos(await readApiDescription())
  const node = calledNode(await thisNode())
  section.innerHTML = localized(markup, explorerTexts)
  const mark = commandList(section, commands)
  const place = find(section, '#call', HTMLElement)
  const panels = new Map<CommandInfo, HTMLElement>()
  let isFirst = true

  return (path) => {
    const command = commands.find((candidate) => candidate.path === path)
    mark(command?.path)
    section.dataset['command'] = command ? 'shown' : 'none'
    const panel = command ? panelOf(command, panels, node) : startPanel(section, commands)
    place.replaceChildren(panel)
    if (!isFirst) panel.querySelector<HTMLElement>('h2[tabindex]')?.focus()
    isFirst = false
  }
}

/** Reuses the panel of a command, so that its inputs and its response are kept. */
function panelOf(command: CommandInfo, panels: Map<CommandInfo, HTMLElement>, node: CalledNode): HTMLElement {
  const panel = panels.get(command) ?? callPanel(command, node)
  panels.set(command, panel)
  return panel
}

/** No program outside this browser reaches its node, so that a copied call is for the server of the page then. */
function calledNode(node: ChosenNode): CalledNode {
  const hasToken = node.kind !== 'browser' && node.token !== undefined
  const origin = node.kind === 'other' ? node.url : location.origin
  return { origin, hasToken, isElsewhere: node.kind === 'browser' }
}

function startPanel(section: HTMLElement, commands: readonly CommandInfo[]): HTMLElement {
  const template = find(section, '#explorer-start', HTMLTemplateElement)
  const panel = find(document.importNode(template.content, true), '.panel', HTMLElement)
  const served = commands.filter(({ isServed }) => isServed).length
  find(panel, '#served-count', HTMLElement).textContent = explorerTexts.supported(
    String(served),
    String(commands.length),
  )
  return panel
}
