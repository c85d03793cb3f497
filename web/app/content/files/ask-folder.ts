import { element } from '../../element.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { nextStep } from '../../next-step.ts'
import { contentTexts } from '../content-texts.ts'
import { showDialog } from '../dialog.ts'
import { folderText } from './changes.ts'
import type { Item } from './entry.ts'
import { icon } from './icon.ts'
import { inOrder } from './order.ts'
import { folderOf } from './place.ts'
import { readFolder } from './read-folder.ts'

/** Folders that are shown to choose from. */
const MAX_FOLDERS = 1_000

export interface AskFolderOptions {
  readonly title: string
  /** Such as contentTexts.moveHere. */
  readonly action: string
  readonly start: string
}

/** Asks for a folder of the files. Resolves to `undefined` when the dialog was closed. */
export async function askFolder({ title, action, start }: AskFolderOptions): Promise<string | undefined> {
  let [folder, chosen]: [string, string | undefined] = [start, undefined]
  let reading = new AbortController()
  const where = element('p', { className: 'muted', role: 'status' })
  const list = element('ul', { className: 'folders' })
  const up = element('button', {
    type: 'button',
    textContent: contentTexts.up,
    onclick: () => open(folderOf(folder)),
  })

  const open = (path: string) => {
    folder = path
    reading.abort()
    reading = new AbortController()
    up.disabled = path === '/'
    where.textContent = path === '/' ? contentTexts.files : `${contentTexts.files}${path}`
    list.replaceChildren()
    foldersIn(path, reading.signal).then(
      (folders) => {
        if (folder !== path) return
        list.replaceChildren(...folders.map((each) => element('li', {}, [folderButton(each, open)])))
        if (folders.length === 0)
          list.append(element('li', { className: 'muted', textContent: contentTexts.noFolders }))
      },
      (error: unknown) => {
        if (folder === path) where.textContent = nextStep(error)
      },
    )
  }
  const { closed } = showDialog(title, (dialog) => [
    where,
    list,
    element('div', { className: 'actions' }, [
      element('button', {
        type: 'button',
        className: 'primary',
        textContent: action,
        onclick: () => {
          chosen = folder
          dialog.close()
        },
      }),
      up,
      element('button', { type: 'button', textContent: frameTexts.cancel, onclick: () => dialog.close() }),
    ]),
  ])
  open(start)
  await closed
  reading.abort()
  return chosen
}

function folderButton(folder: Item, open: (path: string) => void): HTMLButtonElement {
  const button = element('button', { type: 'button', onclick: () => open(folder.path) })
  button.append(icon('folder'), folder.name)
  button.ariaLabel = contentTexts.openFolder(folderText(folder.path))
  return button
}

async function foldersIn(path: string, signal: AbortSignal): Promise<Item[]> {
  const folders: Item[] = []
  for await (const items of readFolder(path, { signal })) {
    folders.push(...items.filter(({ isFolder }) => isFolder))
    if (folders.length >= MAX_FOLDERS) break
  }
  return inOrder(folders, 'name')
}
