import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { onPress } from '../on-press.ts'
import { copyText } from '../share.ts'
import { fieldForm } from './field-form.ts'
import { enteredPath } from './name-path.ts'
import { namesTexts } from './names-texts.ts'
import type { OwnName } from './read-names.ts'

/** One name of the node: where it leads, and what its owner can do with it. `onChanged` is called afterwards. */
export function keyRow(name: OwnName, onChanged: (focusOn: string) => Promise<void>): HTMLElement {
  const { keyName, id, path, isNode } = name
  const address = `/ipns/${id}`
  const title = element('h3', { tabIndex: -1 }, [keyName])
  if (isNode) title.append(' ', element('span', { className: 'tag', textContent: namesTexts.thisNode }))
  const copy = element('button', {
    type: 'button',
    textContent: namesTexts.copyName,
    ariaLabel: namesTexts.copyNameOf(keyName),
  })
  onPress(copy, async () => {
    await copyText(address)
    announce(namesTexts.nameCopied)
    copy.textContent = frameTexts.copied
  })
  const open = element('a', {
    className: 'button',
    href: `${address}/`,
    target: '_blank',
    rel: 'noopener',
    textContent: namesTexts.open,
    ariaLabel: namesTexts.openKey(keyName),
  })
  const item = element('li', { className: 'name-item' }, [
    title,
    element('p', {}, [element('code', { textContent: address })]),
    leadsTo(path),
    element('div', { className: 'actions' }, [copy, ...(path === undefined ? [] : [open])]),
    element('details', {}, [
      element('summary', { textContent: namesTexts.change, ariaLabel: namesTexts.changeKey(keyName) }),
      element('div', { className: 'name-change' }, [
        publishForm(name, onChanged),
        ...(isNode ? [] : [renameForm(name, onChanged), removal(name, onChanged)]),
      ]),
    ]),
  ])
  item.dataset['key'] = keyName
  return item
}

function leadsTo(path: string | undefined): HTMLElement {
  if (path === undefined) {
    return element('p', { className: 'muted', textContent: namesTexts.nothing })
  }
  const link = element('a', { href: path, target: '_blank', rel: 'noopener', textContent: path })
  return element('p', {}, [`${namesTexts.leadsTo} `, link])
}

function publishForm({ keyName }: OwnName, onChanged: (focusOn: string) => Promise<void>): HTMLElement {
  return fieldForm({
    id: `publish-${keyName}`,
    label: namesTexts.toPublish,
    button: namesTexts.publish,
    placeholder: namesTexts.publishExample,
    async submit(entered) {
      const options = { key: keyName, 'allow-offline': true }
      const published = await call('name/publish', { args: { 'ipfs-path': enteredPath(entered) }, options })
      await onChanged(keyName)
      announce(namesTexts.published(keyName, published.Value))
    },
  })
}

function renameForm({ keyName }: OwnName, onChanged: (focusOn: string) => Promise<void>): HTMLElement {
  return fieldForm({
    id: `rename-${keyName}`,
    label: namesTexts.otherKeyName,
    button: namesTexts.rename,
    placeholder: keyName,
    async submit(entered) {
      const newName = entered.trim()
      await call('key/rename', { args: { name: keyName, newName } })
      await onChanged(newName)
      announce(namesTexts.renamed(newName))
    },
  })
}

/** Asks before it removes a key, since no copy of it stays. */
function removal({ keyName }: OwnName, onChanged: (focusOn: string) => Promise<void>): HTMLElement {
  const ask = element('button', {
    type: 'button',
    className: 'danger',
    textContent: namesTexts.removeKey(keyName),
  })
  const sure = element('button', {
    type: 'button',
    className: 'danger',
    textContent: namesTexts.removeForGood,
  })
  const keep = element('button', { type: 'button', textContent: namesTexts.keep })
  const warning = namesTexts.warning
  const question = element('div', { className: 'name-remove', hidden: true }, [
    element('p', { textContent: warning }),
    element('div', { className: 'actions' }, [keep, sure]),
  ])
  const turn = (isAsking: boolean) => {
    ask.hidden = isAsking
    question.hidden = !isAsking
    ;(isAsking ? keep : ask).focus()
  }
  ask.addEventListener('click', () => turn(true))
  keep.addEventListener('click', () => turn(false))
  onPress(sure, async () => {
    await call('key/rm', { args: { name: [keyName] } })
    await onChanged('')
    announce(namesTexts.removedKey(keyName))
  })
  return element('div', {}, [ask, question])
}
