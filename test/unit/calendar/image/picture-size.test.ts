import { imageMeta } from 'image-meta'
import { describe, expect, it } from 'vitest'
import { readPictureSize } from '../../../../src/calendar/pictures/picture-size.ts'
import { damaged, ROUNDS, SEED } from '../../fuzz/fuzz.ts'
import { chance } from '../../rpc/chance.ts'

const bytesOf = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  )
const box = (name: string, ...parts: readonly (string | readonly number[])[]) => {
  const content = Array.from(bytesOf(...parts))
  return [0, 0, 0, content.length + 8, ...bytesOf(name), ...content]
}
const size = (width: number, height: number) =>
  box('ispe', [0, 0, 0, 0], [0, 0, width >> 8, width & 255], [0, 0, height >> 8, height & 255])
const exif = (...tiff: readonly (string | readonly number[])[]) => {
  const content = bytesOf('Exif\0\0', ...tiff)
  return [255, 0xe1, 0, content.length + 2, ...content]
}
const frame = [255, 0xc0, 0, 17, 8, 0, 200, 1, 44, 3, 0, 0, 0]

/** A header of each layout that is read. */
const HEADERS: Readonly<Record<string, Uint8Array>> = {
  png: bytesOf([137], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 44, 0, 0, 0, 200, 8]),
  'png of a telephone': bytesOf(
    ...[[137], 'PNG\r\n\x1a\n', [0, 0, 0, 4], 'CgBI', new Array(8).fill(0)],
    ...[[0, 0, 0, 13], 'IHDR', [0, 0, 1, 44, 0, 0, 0, 200, 8]],
  ),
  gif: bytesOf('GIF89a', [44, 1, 200, 0, 0, 0]),
  bmp: bytesOf('BM', new Array(12).fill(0), [40, 0, 0, 0, 44, 1, 0, 0, 56, 255, 255, 255]),
  'first bmp': bytesOf('BM', new Array(12).fill(0), [12, 0, 0, 0, 44, 1, 200, 0]),
  webp: bytesOf('RIFF', [9, 0, 0, 0], 'WEBPVP8 ', [9, 0, 0, 0, 1, 0, 0, 157, 1, 42, 44, 1, 200, 0]),
  'webp without loss': bytesOf(
    'RIFF',
    [9, 0, 0, 0],
    'WEBPVP8L',
    [9, 0, 0, 0, 47, 43, 193, 49, 0, 0, 0, 0, 0, 0],
  ),
  'webp, extended': bytesOf('RIFF', [9, 0, 0, 0], 'WEBPVP8X', [9, 0, 0, 0, 16, 0, 0, 0, 43, 1, 0, 199, 0, 0]),
  jpg: bytesOf([255, 216, 255, 0xe0, 0, 4, 1, 1], frame, [255, 0xda]),
  'jpg, turned': bytesOf(
    ...[[255, 216], exif('MM', [0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0])],
    ...[[255, 255, 0xdb, 0, 2], frame],
  ),
  'jpg, turned, the low byte first': bytesOf(
    ...[[255, 216], exif('II', [42, 0, 8, 0, 0, 0, 1, 0, 18, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0])],
    frame,
  ),
  avif: bytesOf(
    ...[box('ftyp', 'avif', [0, 0, 0, 0], 'mif1miaf')],
    ...[box('meta', [0, 0, 0, 0], box('iprp', box('ipco', size(160, 100), size(300, 200))))],
  ),
  'avif, clipped': bytesOf(
    ...[box('ftyp', 'mif1', [0, 0, 0, 0], 'miafavif')],
    ...[box('meta', [0, 0, 0, 0], box('iprp', box('ipco', size(400, 300), clip(300, 200))))],
  ),
}

function clip(width: number, height: number) {
  const whole = (value: number) => [0, 0, value >> 8, value & 255, 0, 0, 0, 1]
  return box('clap', whole(width), whole(height), new Array(16).fill(0))
}

/** What the library reads, of the kinds that this project accepts and where it is a size. */
function reference(bytes: Uint8Array) {
  try {
    const { type, width, height, orientation = 1 } = imageMeta(bytes)
    const isKnown = ['jpg', 'png', 'gif', 'webp', 'avif', 'bmp'].includes(type ?? '')
    return isKnown && height > 0 ? { kind: type, width, height, isTurned: orientation > 4 } : undefined
  } catch {
    return undefined
  }
}

function ours(bytes: Uint8Array) {
  const { kind, width, height, orientation = 1 } = readPictureSize(bytes) ?? { width: 0, height: 0 }
  const isSize = Number.isSafeInteger(width) && Number.isSafeInteger(height) && width > 0 && height > 0
  return isSize ? { kind, width, height, isTurned: orientation > 4 } : undefined
}

describe('readPictureSize()', () => {
  it.each(Object.entries(HEADERS))('reads a header of %s as the library does', (name, bytes) => {
    const read = readPictureSize(bytes)

    expect(read).toMatchObject({ width: 300, height: 200 })
    expect(name).toContain(read?.kind)
    expect(ours(bytes)).toEqual(reference(bytes))
  })

  it(`reads damaged headers as the library does (${ROUNDS} rounds, seed ${SEED})`, () => {
    const random = chance(SEED)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, whole] of Object.entries(HEADERS)) {
        const bytes = damaged(whole, random)
        const hint = `${name}, round ${round}: ${Buffer.from(bytes).toString('hex')}`
        expect(ours(bytes), hint).toEqual(reference(bytes))
      }
    }
  })

  it('reads a header that is cut as the library does', () => {
    for (const whole of Object.values(HEADERS)) {
      for (let length = 0; length < whole.byteLength; length += 1) {
        const bytes = whole.subarray(0, length)
        expect(ours(bytes)).toEqual(reference(bytes))
      }
    }
  })
})
