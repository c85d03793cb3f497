import { avifSize, isAvif } from './avif-size.ts'
import { bigEndian, hasLetters, littleEndian, type PictureSize } from './header-bytes.ts'

/** The kinds of pictures that are known, by the extension of their files. */
export type PictureKind = 'jpg' | 'png' | 'gif' | 'webp' | 'avif' | 'bmp'

interface Reader {
  readonly kind: PictureKind
  readonly isOf: (bytes: Uint8Array) => boolean
  /** `undefined`, or a number that is no size, where the header is damaged or cut. */
  readonly size: (bytes: Uint8Array) => PictureSize | undefined
}

const READERS: readonly Reader[] = [
  { kind: 'jpg', isOf: (bytes) => bigEndian(bytes, 0, 2) === 0xffd8, size: jpegSize },
  { kind: 'png', isOf: (bytes) => hasLetters(bytes, 1, 'PNG\r\n\x1a\n'), size: pngSize },
  {
    kind: 'gif',
    isOf: (bytes) => hasLetters(bytes, 0, 'GIF87a') || hasLetters(bytes, 0, 'GIF89a'),
    size: (bytes) => ({ width: littleEndian(bytes, 6, 2), height: littleEndian(bytes, 8, 2) }),
  },
  {
    kind: 'webp',
    isOf: (bytes) => hasLetters(bytes, 0, 'RIFF') && hasLetters(bytes, 8, 'WEBPVP8'),
    size: webpSize,
  },
  { kind: 'bmp', isOf: (bytes) => hasLetters(bytes, 0, 'BM'), size: bmpSize },
  { kind: 'avif', isOf: isAvif, size: avifSize },
]

/** Reads kind and size from the first bytes of a picture. `undefined` for other kinds, and where there is no size. */
export function readPictureSize(
  bytes: Uint8Array,
): (PictureSize & { readonly kind: PictureKind }) | undefined {
  const reader = READERS.find(({ isOf }) => isOf(bytes))
  const size = reader?.size(bytes)
  return reader && size && { ...size, kind: reader.kind }
}

/** Some devices write a chunk `CgBI` before the header. Spec: PNG, section 11.2.1. */
function pngSize(bytes: Uint8Array): PictureSize | undefined {
  const at = hasLetters(bytes, 12, 'CgBI') ? 28 : 12
  if (!hasLetters(bytes, at, 'IHDR')) return undefined
  return { width: bigEndian(bytes, at + 4, 4), height: bigEndian(bytes, at + 8, 4) }
}

/** Later versions of the header have signed numbers; a negative height means another order of rows. */
function bmpSize(bytes: Uint8Array): PictureSize {
  if (littleEndian(bytes, 14, 4) === 12) {
    return { width: littleEndian(bytes, 18, 2), height: littleEndian(bytes, 20, 2) }
  }
  const signed = (at: number) => {
    const value = littleEndian(bytes, at, 4)
    return value >= 2 ** 31 ? value - 2 ** 32 : value
  }
  return { width: signed(18), height: Math.abs(signed(22)) }
}

/** The three layouts of the format. Spec: RFC 9649, sections 2.5 to 2.7. */
function webpSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.byteLength < 30) return undefined
  const first = bytes[20] ?? 0
  if (hasLetters(bytes, 12, 'VP8X')) {
    if ((first & 0b1100_0001) !== 0) return undefined
    return { width: 1 + littleEndian(bytes, 24, 3), height: 1 + littleEndian(bytes, 27, 3) }
  }
  if (hasLetters(bytes, 12, 'VP8 ') && first !== 0x2f) {
    return { width: littleEndian(bytes, 26, 2) & 0x3fff, height: littleEndian(bytes, 28, 2) & 0x3fff }
  }
  if (!hasLetters(bytes, 12, 'VP8L') || bigEndian(bytes, 23, 3) === 0x9d012a) return undefined
  const bits = littleEndian(bytes, 21, 4)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

const START_OF_SCAN = 0xda
const ORIENTATION_TAG = 0x0112
const SHORT_TYPE = 3

/** Start of a frame, by coding processes that browsers decode. */
const isFrame = (marker: number) => (marker >= 0xc0 && marker <= 0xc3) || (marker >= 0xc9 && marker <= 0xcb)

/** The size of a JPEG, by its first frame. `undefined` when there is none. Spec: ITU-T T.81, annex B. */
function jpegSize(bytes: Uint8Array): PictureSize | undefined {
  let orientation: number | undefined
  for (let at = 2; at < bytes.byteLength; ) {
    const marker = markerFrom(bytes, at)
    const kind = bytes[marker + 1] ?? START_OF_SCAN
    if (isFrame(kind)) {
      const [height, width] = [bigEndian(bytes, marker + 5, 2), bigEndian(bytes, marker + 7, 2)]
      return { width, height, ...(orientation !== undefined && { orientation }) }
    }
    const begin = marker + 2
    const end = begin + bigEndian(bytes, begin, 2)
    if (marker < 0 || kind === START_OF_SCAN || !(end <= bytes.byteLength)) return undefined
    if (hasLetters(bytes, begin + 2, 'Exif')) orientation = exifOrientation(bytes.subarray(begin + 8, end))
    at = end
  }
  return undefined
}

/** The next marker: a byte 255 before one that is neither 255 nor 0. -1 when there is none. */
function markerFrom(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(255, from)
  while (at >= 0) {
    while (bytes[at + 1] === 255) at += 1
    if (bytes[at + 1] !== 0) return at
    at = bytes.indexOf(255, at + 2)
  }
  return -1
}

/** The orientation in the first directory of a TIFF. `undefined` when it is absent or not one short number. */
function exifOrientation(tiff: Uint8Array): number | undefined {
  const isBig = hasLetters(tiff, 0, 'MM')
  if (!isBig && !hasLetters(tiff, 0, 'II')) return undefined
  const number = (at: number, count: number) => (isBig ? bigEndian : littleEndian)(tiff, at, count)
  const directory = number(4, 4)
  if (number(2, 2) !== 42 || !(directory >= 8)) return undefined
  const entries = number(directory, 2)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12
    if (at > tiff.byteLength) return undefined
    if (number(at, 2) !== ORIENTATION_TAG) continue
    const isNumber = number(at + 2, 2) === SHORT_TYPE && number(at + 4, 4) === 1
    return isNumber ? number(at + 8, 2) : undefined
  }
  return undefined
}
