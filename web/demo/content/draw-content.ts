import { filesText } from '../amounts.ts'
import { find } from '../find.ts'
import { hideProblem, showProblem } from '../problem.ts'
import type { DrawView } from '../views.ts'
import { addFiles } from './add-files.ts'
import markup from './content.html?raw'
import { chosenFiles, type Dropped, droppedFiles } from './dropped-files.ts'
import { rememberNames } from './kept-names.ts'
import { showKept } from './kept-view.ts'
import { pinned } from './pinned.ts'
import { progressView } from './progress-view.ts'

/** What is kept in this browser, and how more of it gets there. */
export const drawContent: DrawView = (section) => {
  section.innerHTML = markup
  const progress = progressView(section)
  let adding: AbortController | undefined

  const refresh = async () => showKept(await pinned(), showProblem)

  const run = async (read: () => Promise<readonly Dropped[]>, signal: AbortSignal) => {
    progress.start('Reading the folder')
    const dropped = await read()
    signal.throwIfAborted()
    if (dropped.length === 0)
      throw new Error('There was no file in that. Drop files or a folder from your computer.')
    progress.start(`Adding ${filesText(dropped.length)}`)
    const roots = await addFiles(dropped, { signal, onProgress: progress.show })
    rememberNames(roots)
    await refresh()
    progress.end(`Added ${filesText(dropped.length)}`)
    await navigator.storage.persist()
  }

  /** One add at a time: the next drop waits for its visitor to see the end of this one. */
  const add = (read: () => Promise<readonly Dropped[]>) => {
    if (adding) {
      showProblem(new Error('An add is under way. Wait for its end or cancel it, then drop again.'))
      return
    }
    const controller = new AbortController()
    adding = controller
    hideProblem()
    run(read, controller.signal)
      .catch((error: unknown) => {
        progress.end('')
        if (!controller.signal.aborted) showProblem(error)
      })
      .finally(() => {
        adding = undefined
      })
  }

  listen(section, add)
  find(section, '#cancel', HTMLButtonElement).addEventListener('click', () => adding?.abort())
  refresh().catch(showProblem)
  return () => undefined
}

function listen(section: HTMLElement, add: (read: () => Promise<readonly Dropped[]>) => void): void {
  for (const id of ['#choose-folder', '#choose-files']) {
    const input = find(section, id, HTMLInputElement)
    input.hidden = input.hasAttribute('webkitdirectory') && !('webkitdirectory' in input)
    input.addEventListener('change', () => {
      const chosen = chosenFiles(input.files ?? [])
      input.value = ''
      add(async () => chosen)
    })
  }
  const zone = find(section, '#drop', HTMLElement)
  addEventListener('dragover', (event) => {
    event.preventDefault()
    zone.dataset['over'] = 'true'
  })
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) zone.dataset['over'] = 'false'
  })
  addEventListener('drop', (event) => {
    event.preventDefault()
    zone.dataset['over'] = 'false'
    const reading = event.dataTransfer && droppedFiles(event.dataTransfer)
    if (reading) add(() => reading)
  })
}
