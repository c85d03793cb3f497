import { frameTexts } from './frame-texts.ts'

/**
 * Puts the texts of the page and of a view into markup: `{title}` becomes the text of that name, and code is what a
 * text has between backticks. Throws when there is no such text.
 */
export function localized(markup: string, texts: Readonly<Record<string, unknown>>): string {
  return markup.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = texts[name] ?? Object(frameTexts)[name]
    if (typeof text !== 'string') throw new Error(`Cannot find text "${name}": the page has changed`)
    return escaped(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>')
  })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
