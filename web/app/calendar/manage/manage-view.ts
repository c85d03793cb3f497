import { announce } from '../../announce.ts'
import { element } from '../../element.ts'
import { counted, numberText } from '../../language/counted.ts'
import { onPress } from '../../on-press.ts'
import { calendarApi } from '../calendar-api.ts'
import { calendarTexts } from '../calendar-texts.ts'
import { calendarAddress } from '../place.ts'
import type { Drawing } from '../spans.ts'
import { entryForm } from './entry-form.ts'
import { type EntryList, KINDS, type ManagedEntry } from './kinds.ts'
import { MANAGED, type Managed, type ManagedPart } from './parts.ts'
import './manage.css'
import { trashList } from './trash-list.ts'

const TITLES: Readonly<Record<ManagedPart, string>> = {
  venues: calendarTexts.venues,
  organizers: calendarTexts.organizers,
  categories: calendarTexts.categories,
  tags: calendarTexts.tags,
  trash: calendarTexts.trash,
}

/** Lists the entries of a kind, or what is in the trash, with forms to change them. */
export async function manageView(part: ManagedPart, signal: AbortSignal): Promise<Drawing> {
  const links = [...MANAGED, 'trash' as const].map((each) => {
    const href = calendarAddress({ kind: 'manage', part: each })
    const link = element('a', { className: 'button', href, textContent: TITLES[each] })
    if (each === part) link.setAttribute('aria-current', 'page')
    return link
  })
  const parts = element('nav', { className: 'actions manage-parts', ariaLabel: calendarTexts.parts }, links)
  const { shown, note } = part === 'trash' ? await trashList(signal) : await entryList(part, signal)
  return { title: TITLES[part], note, body: element('div', { className: 'stack manage' }, [parts, shown]) }
}

interface ShownList {
  readonly shown: HTMLElement
  readonly note: string
}

async function entryList(kind: Managed, signal: AbortSignal): Promise<ShownList> {
  const { words, entries: read } = KINDS[kind]
  const holder = element('div', { className: 'stack' })
  const add = element('button', { type: 'button', textContent: words.add, className: 'primary' })
  const actions = element('div', { className: 'actions' }, [add])
  add.addEventListener('click', () => edit(actions, undefined))
  /** The open forms by the id of their entry, which stay when the list is drawn again. */
  const forms = new Map<number | undefined, HTMLFormElement>()

  const draw = ({ entries }: EntryList) => {
    const items = entries.map((entry) =>
      element('li', { className: 'panel' }, [forms.get(entry.id) ?? entryLine(entry)]),
    )
    const list = items.length === 0 ? [] : [element('ul', { className: 'entries' }, items)]
    holder.replaceChildren(forms.get(undefined) ?? actions, ...list)
  }
  const refresh = async () => {
    const all = await read(new AbortController().signal)
    const { activeElement } = document
    draw(all)
    const isTyping = activeElement instanceof HTMLElement && holder.contains(activeElement)
    const focused = isTyping ? activeElement : add.isConnected ? add : holder.querySelector('input')
    focused?.focus()
  }
  const edit = (place: HTMLElement, entry: ManagedEntry | undefined) => {
    const close = () => {
      forms.delete(entry?.id)
      form.replaceWith(place)
      place.querySelector('button')?.focus()
    }
    const onSaved = () => {
      forms.delete(entry?.id)
      return refresh()
    }
    const form = entryForm(kind, { entry, onSaved, onCancelled: close })
    forms.set(entry?.id, form)
    place.replaceWith(form)
    form.querySelector('input')?.focus()
  }
  const entryLine = (entry: ManagedEntry): HTMLElement => {
    const change = element('button', {
      type: 'button',
      textContent: calendarTexts.edit,
      ariaLabel: calendarTexts.editTitle(entry.name),
    })
    const remove = element('button', {
      type: 'button',
      textContent: calendarTexts.delete,
      ariaLabel: calendarTexts.deleteName(entry.name),
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
  if (entries.length < total) return calendarTexts.firstOf(numberText(entries.length), numberText(total))
  const { none, count } = KINDS[kind].words
  return total === 0 ? none : counted(count, total)
}

interface AskOptions {
  readonly entry: ManagedEntry
  /** The element that the question replaces. */
  readonly line: HTMLElement
  readonly onRemoved: () => Promise<void>
}

/** Says how many events use an entry before it is removed. */
async function askBefore(kind: Managed, { entry, line, onRemoved }: AskOptions): Promise<HTMLElement> {
  const { words, filter, hasTrash } = KINDS[kind]
  const users = await calendarApi.countUsing(filter, entry.id)
  const used = users === 0 ? words.unused : counted(words.users, users)
  const after = hasTrash ? calendarTexts.toTrash : calendarTexts.forGood
  const text = `${used} ${after}`
  const confirm = element('button', {
    type: 'button',
    className: 'primary',
    textContent: calendarTexts.deleteName(entry.name),
  })
  const keep = element('button', { type: 'button', textContent: calendarTexts.keep })
  const question = element('div', { className: 'stack tight' }, [
    element('p', { textContent: text }),
    element('div', { className: 'actions' }, [confirm, keep]),
  ])
  keep.addEventListener('click', () => {
    question.replaceWith(line)
    line.querySelector('button')?.focus()
  })
  onPress(confirm, async () => {
    await calendarApi.drop(kind, entry.id)
    announce(hasTrash ? calendarTexts.inTrash(entry.name) : calendarTexts.deleted(entry.name))
    await onRemoved()
  })
  return question
}
