import { find } from '../../find.ts'
import { chosenFiles, type Dropped, droppedFiles } from './dropped-files.ts'

export interface DropZoneOptions {
  /** Called with a function that reads the files and folders, which may take long and may fail. */
  readonly onContent: (read: () => Promise<readonly Dropped[]>) => void
  readonly onCars: (files: readonly File[]) => void
}

/** Accepts files dropped anywhere on the view, and files chosen in its three inputs. */
export function dropZone(section: HTMLElement, { onContent, onCars }: DropZoneOptions): void {
  for (const id of ['#choose-folder', '#choose-files']) {
    const input = find(section, id, HTMLInputElement)
    input.hidden = input.hasAttribute('webkitdirectory') && !('webkitdirectory' in input)
    whenChosen(input, (files) => onContent(async () => chosenFiles(files)))
  }
  whenChosen(find(section, '#choose-car', HTMLInputElement), onCars)

  const zone = find(section, '#drop', HTMLElement)
  addEventListener('dragover', (event) => {
    if (isForInput(event)) return
    event.preventDefault()
    zone.dataset['over'] = 'true'
  })
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) zone.dataset['over'] = 'false'
  })
  addEventListener('drop', (event) => {
    if (isForInput(event)) return
    // Prevent the browser from opening the dropped file, whichever view is shown.
    event.preventDefault()
    zone.dataset['over'] = 'false'
    if (section.hidden || !event.dataTransfer) return
    const reading = droppedFiles(event.dataTransfer)
    onContent(() => reading)
  })
}

function whenChosen(input: HTMLInputElement, use: (files: readonly File[]) => void): void {
  input.addEventListener('change', () => {
    const chosen = [...(input.files ?? [])]
    input.value = ''
    if (chosen.length > 0) use(chosen)
  })
}

/** True when a form's file input is the target: it accepts the drop itself. */
function isForInput({ target }: DragEvent): boolean {
  return target instanceof HTMLInputElement && target.type === 'file'
}
