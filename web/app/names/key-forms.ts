import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { find } from '../find.ts'
import { onSubmit } from '../on-submit.ts'
import { namesTexts } from './names-texts.ts'

/** The bits of an RSA key; fewer are not secure, and other nodes refuse them. */
const RSA_BITS = 2048

/** The forms that create and import a key. `onAdded` is called with its name. */
export function keyForms(section: HTMLElement, onAdded: (keyName: string) => Promise<void>): void {
  const create = find(section, '#key-new', HTMLFormElement)
  onSubmit(create, async (reset) => {
    const name = find(create, '#key-new-name', HTMLInputElement).value.trim()
    const type = find(create, '#key-new-type', HTMLSelectElement).value
    await call('key/gen', { args: { name }, options: { type, ...(type === 'rsa' && { size: RSA_BITS }) } })
    reset()
    await onAdded(name)
    announce(namesTexts.created(name))
  })

  const bring = find(section, '#key-import', HTMLFormElement)
  onSubmit(bring, async (reset) => {
    const [file] = find(bring, '#key-import-file', HTMLInputElement).files ?? []
    if (!file) return
    const name = find(bring, '#key-import-name', HTMLInputElement).value.trim()
    const password = find(bring, '#key-import-password', HTMLInputElement).value
    const isPem = (await file.slice(0, 1024).text()).includes('-----BEGIN ')
    const options = {
      ...(isPem && { format: 'pem-pkcs8-cleartext' }),
      ...(password !== '' && { password }),
    }
    await call('key/import', { args: { name }, options, body: file })
    reset()
    await onAdded(name)
    announce(namesTexts.imported(name))
  })
}
