import { keepingAlive } from '../../../host/keep-alive.ts'
import { call } from '../../call.ts'
import { find } from '../../find.ts'
import { onSubmit } from '../../on-submit.ts'
import { contentTexts } from '../content-texts.ts'

/** A form that pins content of this browser by its CID. */
export function pinForm(section: HTMLElement, onPinned: () => Promise<void>): void {
  const form = find(section, '#pin-form', HTMLFormElement)
  const cid = find(form, '#pin-cid', HTMLInputElement)
  const name = find(form, '#pin-name', HTMLInputElement)
  const note = find(section, '#pin-note', HTMLElement)

  onSubmit(form, async (reset) => {
    note.textContent = contentTexts.pinningNow
    const args = { 'ipfs-path': cid.value.trim() }
    const options = name.value === '' ? {} : { name: name.value }
    try {
      await keepingAlive(() => call('pin/add', { args, options }))
      reset()
      await onPinned()
      note.textContent = contentTexts.pinnedNow
    } catch (error) {
      note.textContent = ''
      throw error
    }
  })
}
