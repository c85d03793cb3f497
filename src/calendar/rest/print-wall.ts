import type { WallText } from '../time/wall-clock.ts'

/** What stands for a moment that never was. */
const NEVER = '0000-00-00 00:00:00'

/** A moment of a record as the wire shows it. */
export function printWall(text: WallText | ''): string {
  return text === '' ? NEVER : text
}
