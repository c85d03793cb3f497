import { frameTexts } from './frame-texts.ts'
import { language } from './language.ts'

/** Puts the document into its language. Its markup names texts by `data-text`, and labels by `data-label`. */
export function drawFrame(): void {
  document.documentElement.lang = language
  for (const each of document.querySelectorAll<HTMLElement>('[data-text]'))
    each.textContent = textOf(each.dataset['text'])
  for (const each of document.querySelectorAll<HTMLElement>('[data-label]'))
    each.ariaLabel = textOf(each.dataset['label'])
}

function textOf(name = ''): string {
  const text: unknown = Object(frameTexts)[name]
  if (typeof text !== 'string') throw new Error(`Cannot find text "${name}": the page has changed`)
  return text
}
