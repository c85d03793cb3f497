import { showProblem } from '../problem.ts'
import type { DrawView } from '../view.ts'
import { addDropped } from './transfers/add-dropped.ts'
import './content.css'
import markup from './content.html?raw'
import { pinForm } from './pins/pin-form.ts'
import { keptView } from './pins/pins-view.ts'
import { storageView } from './storage-view.ts'
import { dropZone } from './transfers/drop-zone.ts'
import { importCars } from './transfers/import-cars.ts'
import { intake } from './transfers/transfers.ts'

/** The content of this browser: its list, ways to add more, and the storage that it uses. */
export const drawContent: DrawView = (section) => {
  section.innerHTML = markup
  const kept = keptView(section)
  const storage = storageView(section)
  const refresh = async () => {
    await Promise.all([kept.refresh(), storage.refresh()])
  }
  const refreshAndKeep = async () => {
    await refresh()
    storage.requestPersistence().catch(showProblem)
  }
  const take = intake(section)
  dropZone(section, {
    onContent: (read) => take(addDropped(read, refreshAndKeep)),
    onCars: (files) => take(importCars(files, refreshAndKeep)),
  })
  pinForm(section, refresh)
  return () => void refresh().catch(showProblem)
}
