import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { onPress } from '../on-press.ts'
import { onSubmit } from '../on-submit.ts'
import { copyText } from '../share.ts'
import { namesTexts } from './names-texts.ts'

/** After this time no answer is expected any more. */
const RESOLVE_WITHIN_MS = 60_000

/** Looks up where a name leads, and shows the path with a link. */
export function resolveForm(section: HTMLElement): void {
  const form = find(section, '#name-resolve', HTMLFormElement)
  const name = find(form, '#name-resolve-name', HTMLInputElement)
  const place = find(section, '#name-resolved', HTMLElement)
  onSubmit(form, async () => {
    place.replaceChildren(element('p', { textContent: namesTexts.lookingUp }))
    try {
      const args = { name: name.value.trim().replace(/^\/ipns\//, '') }
      const { Path } = await call('name/resolve', { args }, { timeoutMs: RESOLVE_WITHIN_MS })
      place.replaceChildren(...resolved(Path))
      announce(namesTexts.leadsToPath(Path))
    } catch (error) {
      place.replaceChildren()
      throw error
    }
  })
}

function resolved(path: string): HTMLElement[] {
  const copy = element('button', { type: 'button', textContent: namesTexts.copyPath })
  onPress(copy, async () => {
    await copyText(path)
    announce(namesTexts.pathCopied)
    copy.textContent = frameTexts.copied
  })
  const open = { href: path, target: '_blank', rel: 'noopener' }
  return [
    element('p', {}, [`${namesTexts.itLeadsTo} `, element('a', { ...open, textContent: path })]),
    element('div', { className: 'actions' }, [
      copy,
      element('a', { ...open, className: 'button', textContent: namesTexts.openIt }),
    ]),
  ]
}
