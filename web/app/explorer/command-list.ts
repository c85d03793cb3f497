import { element } from '../element.ts'
import { find } from '../find.ts'
import type { CommandInfo } from './command-info.ts'
import { explorerTexts } from './explorer-texts.ts'

/** The list of commands by group, with a search field. Returns a function that marks the current command. */
export function commandList(
  root: HTMLElement,
  commands: readonly CommandInfo[],
): (path: string | undefined) => void {
  const rows = commands.map((command) => ({ command, row: rowOf(command) }))
  const groups = [...Map.groupBy(rows, ({ command }) => command.area)].map(([area, inside]) => ({
    inside,
    section: element('section', {}, [
      element('h2', { textContent: area }),
      element(
        'ul',
        {},
        inside.map(({ row }) => row),
      ),
    ]),
  }))
  find(root, '#command-groups', HTMLElement).replaceChildren(...groups.map(({ section }) => section))
  const search = find(root, '#command-search', HTMLInputElement)
  const found = find(root, '#command-count', HTMLElement)

  const narrow = () => {
    for (const { command, row } of rows) row.hidden = !matches(command, search.value)
    for (const { inside, section } of groups) section.hidden = inside.every(({ row }) => row.hidden)
    const count = rows.filter(({ row }) => !row.hidden).length
    found.textContent =
      count === 0 ? explorerTexts.none : explorerTexts.found(String(count), String(rows.length))
  }
  search.addEventListener('input', narrow)
  find(root, '#command-find', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    rows
      .find(({ row }) => !row.hidden)
      ?.row.querySelector('a')
      ?.click()
  })
  narrow()

  return (path) => {
    for (const { command, row } of rows) {
      const link = find(row, 'a', HTMLAnchorElement)
      if (command.path !== path) link.removeAttribute('aria-current')
      else link.setAttribute('aria-current', 'page')
    }
  }
}

function rowOf({ path, isServed }: CommandInfo): HTMLLIElement {
  const link = element('a', { href: `#explorer/${path}` }, [element('code', { textContent: path })])
  if (!isServed) link.append(' ', element('span', { className: 'tag', textContent: explorerTexts.notYet }))
  return element('li', {}, [link])
}

function matches({ path, about }: CommandInfo, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  const all = `${path} ${about}`.toLowerCase()
  return words.every((word) => all.includes(word))
}
