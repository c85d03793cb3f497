import { find } from '../find.ts'
import { localized } from '../language/localized.ts'
import { showProblem } from '../problem.ts'
import type { DrawView } from '../view.ts'
import { contentTexts } from './content-texts.ts'
import './content.css'
import markup from './content.html?raw'
import { filesView } from './files/files-view.ts'
import { parseFilesPlace } from './files/place.ts'
import { nameNode } from './name-node.ts'
import { pinForm } from './pins/pin-form.ts'
import { pinsView } from './pins/pins-view.ts'
import { storageView } from './storage-view.ts'
import { addDropped } from './transfers/add-dropped.ts'
import { copyOut } from './transfers/copy-out.ts'
import { dropZone } from './transfers/drop-zone.ts'
import { importCarFiles } from './transfers/import-car-files.ts'
import { transfers } from './transfers/transfers.ts'
import { resumableUploads, stagedUploads } from './transfers/upload/resumable-uploads.ts'

/** The content of the node: its files, its pins, ways to add more, and the storage that it uses. */
export const drawContent: DrawView = (section) => {
  section.innerHTML = localized(markup, contentTexts)
  nameNode(section).catch(showProblem)
  const showUnfinished = async () => {
    const box = find(section, '#unfinished', HTMLElement)
    box.hidden = true
    const known = await Promise.all([resumableUploads.read(), stagedUploads.read()])
    if (known.every(({ size }) => size === 0)) return
    const { drawUnfinished } = await import('./transfers/upload/unfinished-view.ts')
    await drawUnfinished(box, { start, onUploaded: refresh })
  }
  const start = transfers(section, (isDone) => {
    showUnfinished().catch(showProblem)
    // What was stored before the end takes space.
    if (!isDone) storage.refresh().catch(showProblem)
  })
  const copies = copyOut(start)
  const pins = pinsView(section, { change: (make) => files.change(make), copies })
  const storage = storageView(section)
  const files = filesView(section, { pins, copies, onChanged: storage.refresh })
  const refresh = async () => {
    await Promise.all([files.refresh(), pins.refresh(), storage.refresh()])
  }
  const onAdded = async () => {
    await refresh()
    storage.requestPersistence().catch(showProblem)
  }
  dropZone(section, {
    onContent: (read) => start(addDropped(read, { folder: files.folder, onAdded })),
    onCars: (chosen) => start(importCarFiles(chosen, { folder: files.folder, onAdded })),
  })
  pinForm(section, refresh)
  showUnfinished().catch(showProblem)
  const services = find(section, '#services', HTMLDetailsElement)
  let shown: Promise<void> | undefined
  services.addEventListener('toggle', () => {
    if (!services.open || shown) return
    shown = showServices().catch((error: unknown) => {
      shown = undefined
      showProblem(error)
    })
  })
  const showServices = async () => {
    const { drawRemotePins } = await import('./remote-pins/remote-pins.ts')
    await drawRemotePins(find(section, '#services-box', HTMLElement))
  }
  return (rest) => {
    for (const task of [files.open(parseFilesPlace(rest)), pins.refresh(), storage.refresh()]) {
      task.catch(showProblem)
    }
  }
}
