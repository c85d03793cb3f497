import { call } from '../../call.ts'
import { find } from '../../find.ts'
import { hideProblem, showProblem } from '../../problem.ts'
import { hrefOf, typedPath } from './place.ts'

export interface FindBoxOptions {
  /** Called as the visitor types: only what is shown is searched. */
  readonly onText: (text: string) => void
  /** Called with Enter: everything below the folder is searched. */
  readonly onSearch: (text: string) => Promise<void>
}

/** The box that finds by name, or opens a CID or path. */
export function findBox(section: HTMLElement, { onText, onSearch }: FindBoxOptions) {
  const form = find(section, '#files-find', HTMLFormElement)
  const input = find(form, '#files-text', HTMLInputElement)
  input.addEventListener('input', () => onText(input.value))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    hideProblem()
    const path = typedPath(input.value)
    const task = path === undefined ? onSearch(input.value) : openPath(path)
    task.catch(showProblem)
  })
  return {
    get text() {
      return input.value
    },
    clear() {
      input.value = ''
    },
  }
}

async function openPath(path: string): Promise<void> {
  const isName = path.startsWith('/ipns/')
  const { Path } = isName ? await call('resolve', { args: { name: path } }) : { Path: path }
  location.hash = hrefOf(Path)
}
