import { find } from '../../find.ts'
import { contentTexts } from '../content-texts.ts'
import { isFixed } from './read-folder.ts'

/** Says in place of a list that nothing is at `path`, with a way to go on. `undefined` hides it again. */
export function showAbsent(section: HTMLElement, path: string | undefined): void {
  const isAt = (isWanted: (path: string) => boolean) => path !== undefined && isWanted(path)
  find(section, '#files-absent', HTMLElement).hidden = !isAt(isFixed)
  find(section, '#files-missing', HTMLElement).hidden = !isAt((each) => !isFixed(each))
}

/** The heading of {@link showAbsent}. Peers may have content under a CID; the files have what they have. */
export function absentText(path: string): string {
  return isFixed(path) ? contentTexts.absent : contentTexts.missing
}

/** Below a list without a match. */
export function noMatchText(isSearch: boolean): string {
  return isSearch ? contentTexts.noMatchBelow : contentTexts.noMatch
}
