export interface Point {
  readonly x: number
  readonly y: number
}

/** Width and height of the picture, whose middle is 0, 0. */
export const PICTURE = { width: 560, height: 320 } as const

/** Peers that are drawn. The table has all of them. */
export const MAX_DRAWN = 24

const RADIUS: Point = { x: 225, y: 105 }
const [THINNEST, THICKEST] = [1.5, 14]

/** Where `count` peers are drawn: evenly around the node in the middle, the first at the left. */
export function placesAround(count: number): readonly Point[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI
    return { x: rounded(RADIUS.x * Math.cos(angle)), y: rounded(RADIUS.y * Math.sin(angle)) }
  })
}

/** The width of a line by its traffic in bytes a second: one step wider for each ten times as much. */
export function lineWidth(bytesPerSecond: number): number {
  const step = Math.log10(Math.max(1, bytesPerSecond / 100))
  return rounded(Math.min(THICKEST, THINNEST + step * 2.5))
}

function rounded(value: number): number {
  // Adding 0 makes 0 of -0.
  return Math.round(value * 10) / 10 + 0
}
