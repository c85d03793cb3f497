/** Pixels as they are stored. */
export interface PictureSize {
  readonly width: number
  readonly height: number
  /** The EXIF orientation code; 1 when absent. */
  readonly orientation?: number
}

/** An unsigned number of `count` bytes, the highest first. `NaN` where the bytes end before it. */
export function bigEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index += 1) value = value * 256 + (bytes[index] ?? Number.NaN)
  return value
}

/** An unsigned number of `count` bytes, the lowest first. `NaN` where the bytes end before it. */
export function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let index = at + count - 1; index >= at; index -= 1) {
    value = value * 256 + (bytes[index] ?? Number.NaN)
  }
  return value
}

/** True where these letters are. */
export function hasLetters(bytes: Uint8Array, at: number, letters: string): boolean {
  return Array.from(letters).every((letter, index) => bytes[at + index] === letter.charCodeAt(0))
}
