import { addFiles } from './add-files.ts'
import { filesText } from './amounts.ts'
import { watchServer } from './badge.ts'
import { chosenFiles, type Dropped, droppedFiles } from './dropped-files.ts'
import { find } from './find.ts'
import { rememberNames } from './kept-names.ts'
import { showKept } from './kept-view.ts'
import { nodeInControl } from './node-control.ts'
import { pinned } from './pinned.ts'
import { showEnd, showProgress, showStart } from './progress-view.ts'

const zone = find(document, '#drop', HTMLElement)
const inputs = ['#choose-folder', '#choose-files'].map((id) => find(document, id, HTMLInputElement))
const problem = find(document, '#problem', HTMLElement)

let adding: AbortController | undefined

const control = nodeInControl()

async function start(): Promise<void> {
  listen()
  await control
  watchServer()
  await refresh()
}

function listen(): void {
  for (const input of inputs) {
    input.hidden = input.hasAttribute('webkitdirectory') && !('webkitdirectory' in input)
    input.addEventListener('change', () => {
      const chosen = chosenFiles(input.files ?? [])
      input.value = ''
      add(async () => chosen)
    })
  }
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
  find(document, '#cancel', HTMLButtonElement).addEventListener('click', () => adding?.abort())
}

/** One add at a time: the next drop waits for its visitor to see the end of this one. */
function add(read: () => Promise<readonly Dropped[]>): void {
  if (adding) {
    showProblem(new Error('An add is under way. Wait for its end or cancel it, then drop again.'))
    return
  }
  const controller = new AbortController()
  adding = controller
  problem.hidden = true
  run(read, controller.signal)
    .catch((error: unknown) => {
      showEnd('')
      if (!controller.signal.aborted) showProblem(error)
    })
    .finally(() => {
      adding = undefined
    })
}

async function run(read: () => Promise<readonly Dropped[]>, signal: AbortSignal): Promise<void> {
  showStart('Reading the folder')
  const dropped = await read()
  await control
  signal.throwIfAborted()
  if (dropped.length === 0)
    throw new Error('There was no file in that. Drop files or a folder from your computer.')
  showStart(`Adding ${filesText(dropped.length)}`)
  const roots = await addFiles(dropped, { signal, onProgress: showProgress })
  rememberNames(roots)
  await refresh()
  showEnd(`Added ${filesText(dropped.length)}`)
  await navigator.storage.persist()
}

async function refresh(): Promise<void> {
  showKept(await pinned(), showProblem)
}

function showProblem(error: unknown): void {
  const isCut = error instanceof TypeError
  find(document, '#problem-text', HTMLElement).textContent = isCut
    ? 'The node did not answer to the end, or a file changed while it was read. Reload the page, then try again.'
    : error instanceof Error
      ? error.message
      : String(error)
  problem.hidden = false
}

start().catch(showProblem)
