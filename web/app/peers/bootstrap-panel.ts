import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { onPress } from '../on-press.ts'
import { onSubmit } from '../on-submit.ts'
import { peersTexts } from './peers-texts.ts'

/** The peers to begin with, which can be added and removed. Returns a function that reads them. */
export function bootstrapPanel(section: HTMLElement): () => Promise<void> {
  const list = find(section, '#bootstrap-list', HTMLElement)
  const form = find(section, '#bootstrap-add', HTMLFormElement)

  const refresh = async () => {
    const { Peers } = await call('bootstrap/list')
    const none = element('li', { className: 'muted', textContent: peersTexts.none })
    list.replaceChildren(...(Peers.length === 0 ? [none] : Peers.map(item)))
  }
  const item = (address: string) => {
    const remove = element('button', {
      type: 'button',
      textContent: frameTexts.remove,
      ariaLabel: peersTexts.removeAddress(address),
    })
    onPress(remove, async () => {
      await call('bootstrap/rm', { args: { peer: [address] } })
      await refresh()
      find(section, '#bootstrap-title', HTMLElement).focus()
      announce(frameTexts.removed)
    })
    return element('li', {}, [element('code', { textContent: address }), remove])
  }
  onSubmit(form, async (reset) => {
    const address = find(form, '#bootstrap-address', HTMLInputElement)
    await call('bootstrap/add', { args: { peer: [address.value.trim()] } })
    reset()
    await refresh()
    announce(frameTexts.added)
  })
  onPress(find(form, '#bootstrap-default', HTMLButtonElement), async () => {
    await call('bootstrap/add/default')
    await refresh()
    announce(frameTexts.added)
  })
  return refresh
}
