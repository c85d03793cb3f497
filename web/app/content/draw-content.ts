import { showProblem } from '../problem.ts'
import type { DrawView } from '../view.ts'
import { addDropped } from './add-dropped.ts'
import './content.css'
import markup from './content.html?raw'
import { dropZone } from './drop-zone.ts'
import { importCars } from './import-cars.ts'
import { intake } from './intake.ts'
import { keptView } from './kept-view.ts'
import { pinForm } from './pin-form.ts'
import { storageView } from './storage-view.ts'

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
