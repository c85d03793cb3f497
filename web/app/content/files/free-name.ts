import { contentTexts } from '../content-texts.ts'
/** The name, or the next free one: `photo (2).jpg`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  const at = name.lastIndexOf('.')
  const [stem, extension] = at > 0 ? [name.slice(0, at), name.slice(at)] : [name, '']
  for (let count = 2; ; count += 1) {
    const candidate = `${stem} (${count})${extension}`
    if (!isTaken(candidate)) return candidate
  }
}

/** Why a name cannot be used, for the visitor; `undefined` if it can. */
export function faultOfName(name: string): string | undefined {
  if (name.trim() === '') return contentTexts.enterName
  if (name.includes('/')) return contentTexts.noSlash
  if (name === '.' || name === '..') return contentTexts.reservedName
  return undefined
}
