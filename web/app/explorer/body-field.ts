import { element } from '../element.ts'
import type { BodyInfo, Filled } from './command-info.ts'
import { explorerTexts } from './explorer-texts.ts'
import { labelled } from './field.ts'

export interface BodyField {
  readonly element: HTMLElement
  read(): Pick<Filled, 'files' | 'text'>
  fill(filled: Pick<Filled, 'text'>): void
}

/** The file parts of a call: chosen files, or typed text. */
export function bodyField({ name, about, isRequired, takesSeveral }: BodyInfo): BodyField {
  const files = element('input', { type: 'file', multiple: takesSeveral })
  const text = element('textarea', { rows: 3, spellcheck: false })
  const currentBody = () => ({
    files: [...(files.files ?? [])],
    ...(text.value !== '' && { text: text.value }),
  })
  /** Either of the two is enough, so neither has the explorerTexts.required attribute. */
  const check = () => {
    const { length } = currentBody().files
    const isMissing = isRequired && length === 0 && text.value === ''
    text.setCustomValidity(isMissing ? explorerTexts.missingFile : '')
  }
  for (const control of [files, text]) control.addEventListener('input', check)
  check()
  return {
    element: element('div', { className: 'stack tight' }, [
      labelled(files, { name, about: plain(about), isRequired }),
      labelled(text, { name: explorerTexts.asText(name), note: explorerTexts.asTextAbout }),
    ]),
    read: currentBody,
    fill(filled) {
      files.value = ''
      text.value = filled.text ?? ''
      check()
    },
  }
}

/** Removes code marks, the only Markdown that descriptions have. */
function plain(about: string): string {
  return about.replaceAll('`', '')
}
