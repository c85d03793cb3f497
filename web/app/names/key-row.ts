import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { onPress } from '../on-press.ts'
import { copyText } from '../share.ts'
import { fieldForm } from './field-form.ts'
import { enteredPath } from './name-path.ts'
import type { OwnName } from './read-names.ts'

/** One name of the node: where it leads, and what its owner can do with it. `onChanged` is called afterwards. */
export function keyRow(name: OwnName, onChanged: (focusOn: string) => Promise<void>): HTMLElement {
  const { keyName, id, path, isNode } = name
  const address = `/ipns/${id}`
  const title = element('h3', { tabIndex: -1 }, [keyName])
  if (isNode) title.append(' ', element('span', { className: 'tag', textContent: 'this node' }))
  const copy = element('button', {
    type: 'button',
    textContent: 'Copy the name',
    ariaLabel: `Copy the name of ${keyName}`,
  })
  onPress(copy, async () => {
    await copyText(address)
    announce('Name copied')
    copy.textContent = 'Copied'
  })
  const open = element('a', {
    className: 'button',
    href: `${address}/`,
    target: '_blank',
    rel: 'noopener',
    textContent: 'Open',
    ariaLabel: `Open ${keyName}`,
  })
  const item = element('li', { className: 'name-item' }, [
    title,
    element('p', {}, [element('code', { textContent: address })]),
    leadsTo(path),
    element('div', { className: 'actions' }, [copy, ...(path === undefined ? [] : [open])]),
    element('details', {}, [
      element('summary', { textContent: 'Publish or change', ariaLabel: `Publish or change ${keyName}` }),
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
    return element('p', { className: 'muted', textContent: 'Nothing is published under it yet.' })
  }
  const link = element('a', { href: path, target: '_blank', rel: 'noopener', textContent: path })
  return element('p', {}, ['Leads to ', link])
}

function publishForm({ keyName }: OwnName, onChanged: (focusOn: string) => Promise<void>): HTMLElement {
  return fieldForm({
    id: `publish-${keyName}`,
    label: 'CID or path to publish',
    button: 'Publish it',
    placeholder: 'bafy… or /ipfs/bafy…/folder',
    async submit(entered) {
      const options = { key: keyName, 'allow-offline': true }
      const published = await call('name/publish', { args: { 'ipfs-path': enteredPath(entered) }, options })
      await onChanged(keyName)
      announce(`Published. ${keyName} now leads to ${published.Value}`)
    },
  })
}

function renameForm({ keyName }: OwnName, onChanged: (focusOn: string) => Promise<void>): HTMLElement {
  return fieldForm({
    id: `rename-${keyName}`,
    label: 'Another name for its key',
    button: 'Rename',
    placeholder: keyName,
    async submit(entered) {
      const newName = entered.trim()
      await call('key/rename', { args: { name: keyName, newName } })
      await onChanged(newName)
      announce(`Renamed to ${newName}`)
    },
  })
}

/** Asks before it removes a key, since no copy of it stays. */
function removal({ keyName }: OwnName, onChanged: (focusOn: string) => Promise<void>): HTMLElement {
  const ask = element('button', { type: 'button', className: 'danger', textContent: `Remove ${keyName}` })
  const sure = element('button', { type: 'button', className: 'danger', textContent: 'Remove for good' })
  const keep = element('button', { type: 'button', textContent: 'Keep it' })
  const warning = `Without its key nobody can ever publish under this name again. Others may still follow it until its record ends.`
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
    announce(`Removed ${keyName}`)
  })
  return element('div', {}, [ask, question])
}
