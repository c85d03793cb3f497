import { element } from '../element.ts'
import { find } from '../find.ts'
import { numberText } from '../language/counted.ts'
import { localized } from '../language/localized.ts'
import { showProblem } from '../problem.ts'
import type { DrawView } from '../view.ts'
import { keyForms } from './key-forms.ts'
import { keyRow } from './key-row.ts'
import { namesTexts } from './names-texts.ts'
import './names.css'
import markup from './names.html?raw'
import { readNames } from './read-names.ts'
import { resolveForm } from './resolve-form.ts'

/** The names of the node, their keys, and where other names lead. */
export const drawNames: DrawView = (section) => {
  section.innerHTML = localized(markup, namesTexts)
  const own = find(section, '#names-own', HTMLElement)
  const list = find(own, '#names-list', HTMLElement)

  const refresh = async () => {
    own.ariaBusy = 'true'
    const { names, total } = await readNames()
    const rows = names.map((name) => keyRow(name, changed))
    if (total > names.length) {
      rows.push(
        element('li', {
          className: 'muted',
          textContent: namesTexts.part(numberText(names.length), numberText(total)),
        }),
      )
    }
    list.replaceChildren(...rows)
    own.ariaBusy = 'false'
  }
  /** The rows are redrawn, so the focus goes to the changed one, or to the heading of the list. */
  const changed = async (keyName: string) => {
    await refresh()
    const row = [...list.children].find(
      (item) => item instanceof HTMLElement && item.dataset['key'] === keyName,
    )
    ;(row?.querySelector('h3') ?? find(own, 'h2', HTMLElement)).focus()
  }
  keyForms(section, changed)
  resolveForm(section)
  return () => {
    refresh().catch(showProblem)
  }
}
