import { announce } from '../../announce.ts'
import { element } from '../../element.ts'
import { onPress } from '../../on-press.ts'
import { calendar } from '../calendar-api.ts'
import { addressOf } from '../place.ts'
import type { Drawing } from '../spans.ts'
import { entryForm } from './entry-form.ts'
import { type EntryList, KINDS, type ManagedEntry } from './kinds.ts'
import { MANAGED, type Managed, type ManagedPart } from './parts.ts'
import './manage.css'
import { trashList } from './trash-list.ts'

const TITLES: Readonly<Record<ManagedPart, string>> = {
  venues: 'Venues',
  organizers: 'Organizers',
  categories: 'Categories',
  tags: 'Tags',
  trash: 'Trash',
}

/** Lists the entries of a kind, or what is in the trash, with forms to change them. */
export async function manageView(part: ManagedPart, signal: AbortSignal): Promise<Drawing> {
  const links = [...MANAGED, 'trash' as const].map((each) => {
    const href = addressOf({ kind: 'manage', part: each })
    const link = element('a', { className: 'button', href, textContent: TITLES[each] })
    if (each === part) link.setAttribute('aria-current', 'page')
    return link
  })
  const parts = element(
    'nav',
    { className: 'actions manage-parts', ariaLabel: 'Parts of the calendar' },
    links,
  )
  const { shown, note } = part === 'trash' ? await trashList(signal) : await entryList(part, signal)
  return { title: TITLES[part], note, body: element('div', { className: 'stack manage' }, [parts, shown]) }
}

interface ShownList {
  readonly shown: HTMLElement
  readonly note: string
}

async function entryList(kind: Managed, signal: AbortSignal): Promise<ShownList> {
  const { one, entries: read } = KINDS[kind]
  const holder = element('div', { className: 'stack' })
  const draw = ({ entries }: EntryList) => {
    const add = element('button', { type: 'button', textContent: `New ${one}`, className: 'primary' })
    const actions = element('div', { className: 'actions' }, [add])
    add.addEventListener('click', () => edit(actions, undefined))
    const items = entries.map((entry) => element('li', { className: 'panel' }, [entryLine(entry)]))
    const list = items.length === 0 ? [] : [element('ul', { className: 'entries' }, items)]
    holder.replaceChildren(actions, ...list)
  }
  const refresh = async () => {
    draw(await read(new AbortController().signal))
    holder.querySelector('button')?.focus()
  }
  const edit = (place: HTMLElement, entry: ManagedEntry | undefined) => {
    const close = () => {
      form.replaceWith(place)
      place.querySelector('button')?.focus()
    }
    const form = entryForm(kind, { entry, onSaved: refresh, onCancelled: close })
    place.replaceWith(form)
    form.querySelector('input')?.focus()
  }
  const entryLine = (entry: ManagedEntry): HTMLElement => {
    const change = element('button', { type: 'button', textContent: 'Edit', ariaLabel: `Edit ${entry.name}` })
    const remove = element('button', {
      type: 'button',
      textContent: 'Delete',
      ariaLabel: `Delete ${entry.name}`,
    })
    const line = element('div', { className: 'bar' }, [
      element('div', {}, [
        element('strong', { textContent: entry.name }),
        element('p', { className: 'muted', textContent: entry.about }),
      ]),
      element('div', { className: 'actions' }, [change, remove]),
    ])
    change.addEventListener('click', () => edit(line, entry))
    onPress(remove, async () => {
      const question = await askBefore(kind, { entry, line, onRemoved: refresh })
      line.replaceWith(question)
      question.querySelector('button')?.focus()
    })
    return line
  }
  const all = await read(signal)
  draw(all)
  return { shown: holder, note: noteOn(kind, all) }
}

function noteOn(kind: Managed, { entries, total }: EntryList): string {
  if (entries.length < total) return `The first ${entries.length} of ${total}.`
  return total === 0 ? `There are no ${kind} yet.` : `${total} ${total === 1 ? KINDS[kind].one : kind}`
}

interface AskOptions {
  readonly entry: ManagedEntry
  /** What the question takes the place of. */
  readonly line: HTMLElement
  readonly onRemoved: () => Promise<void>
}

/** Says how many events use an entry before it is removed. */
async function askBefore(kind: Managed, { entry, line, onRemoved }: AskOptions): Promise<HTMLElement> {
  const { one, filter, hasTrash } = KINDS[kind]
  const users = await calendar.countUsing(filter, entry.id)
  const used = users === 1 ? '1 event has this' : `${users} events have this`
  const after = hasTrash
    ? 'It is removed from them and goes to the trash. Restored, it can be chosen again.'
    : 'It is removed from them for good.'
  const text = `${users === 0 ? 'No event has this' : used} ${one}. ${after}`
  const confirm = element('button', {
    type: 'button',
    className: 'primary',
    textContent: `Delete ${entry.name}`,
  })
  const keep = element('button', { type: 'button', textContent: 'Keep it' })
  const question = element('div', { className: 'stack tight' }, [
    element('p', { textContent: text }),
    element('div', { className: 'actions' }, [confirm, keep]),
  ])
  keep.addEventListener('click', () => {
    question.replaceWith(line)
    line.querySelector('button')?.focus()
  })
  onPress(confirm, async () => {
    await calendar.drop(kind, entry.id)
    announce(hasTrash ? `${entry.name} is in the trash.` : `${entry.name} is deleted.`)
    await onRemoved()
  })
  return question
}
