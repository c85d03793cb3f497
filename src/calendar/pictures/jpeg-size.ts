import { bigEndian, hasLetters, littleEndian, type PictureSize } from './header-bytes.ts'

const START_OF_SCAN = 0xda
const ORIENTATION_TAG = 0x0112
const SHORT_TYPE = 3

/** Start of a frame, by coding processes that browsers decode. */
const isFrame = (marker: number) => (marker >= 0xc0 && marker <= 0xc3) || (marker >= 0xc9 && marker <= 0xcb)

/** The size of a JPEG, by its first frame. `undefined` when there is none. Spec: ITU-T T.81, annex B. */
export function jpegSize(bytes: Uint8Array): PictureSize | undefined {
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
