import { type PictureKind, readPictureSize } from './picture-size.ts'

/** The facts in the header of a picture. */
export interface Probed {
  readonly type: string
  /** Without a dot. */
  readonly extension: string
  /** Pixels as displayed, after the EXIF rotation. */
  readonly width: number
  readonly height: number
}

const TYPES: Readonly<Record<PictureKind, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
}

/** Longest header that is read: enough for the metadata that cameras write. */
const LONGEST_HEADER = 1024 * 1024
const LONGEST_SIDE = 65_535

/** EXIF orientation codes that mean a quarter turn. */
const TURNED = [5, 6, 7, 8]

/**
 * Reads type and size of a picture from its first bytes; the file name does not count. `undefined` for other types
 * than JPEG, PNG, GIF, WebP, AVIF and BMP, for damaged pictures, and for more than 65,535 pixels a side. Types that
 * can hold scripts are not accepted.
 */
export function probe(bytes: Uint8Array): Probed | undefined {
  const header = readPictureSize(bytes.subarray(0, LONGEST_HEADER))
  if (!header) return undefined
  const { kind, orientation = 1 } = header
  const isTurned = TURNED.includes(orientation)
  const [width, height] = isTurned ? [header.height, header.width] : [header.width, header.height]
  return isSide(width) && isSide(height) ? { type: TYPES[kind], extension: kind, width, height } : undefined
}

function isSide(length: number): boolean {
  return Number.isInteger(length) && length > 0 && length <= LONGEST_SIDE
}
