import type { Item } from '../../model/calendar.ts'
import type { ImageRecord } from '../../model/records.ts'
import { type Dimensions, sizedName, sizePath, sizes, sizeType } from '../../pictures/sizes.ts'
import type { WireImage, WireImageSize } from '../../wire.ts'
import type { Scope } from '../scope.ts'

type Given = Pick<Scope, 'baseUrl' | 'makesSizes'>

/**
 * A picture as the wire shows it. Its address is the gateway's, under the name of its content. A size is made when
 * its address is read, so nobody knows its length before; where none are made, the addresses give the original,
 * and say so by `original`. Spec: calendar facts, section 2.2.
 */
export function printImage(scope: Given, item: Item<'images'>): WireImage {
  const { id, record } = item
  const print = scope.makesSizes ? madeSize : originalAsSize
  const shown = Object.entries(sizes({ width: record.width, height: record.height })).map(
    ([name, dimensions]) => [name, print(record, { scope, name, dimensions })],
  )
  return {
    url: imageAddress(scope, item),
    id,
    extension: record.name.slice(record.name.lastIndexOf('.') + 1),
    width: record.width,
    height: record.height,
    filesize: record.bytes,
    ...(shown.length > 0 && { sizes: Object.fromEntries(shown) }),
  }
}

interface SizeOptions {
  readonly scope: Given
  readonly name: string
  readonly dimensions: Dimensions
}

function madeSize(
  { cid, name: file, type }: ImageRecord,
  { scope, name: size, dimensions }: SizeOptions,
): WireImageSize {
  const url = scope.baseUrl + sizePath({ cid, size, name: sizedName(file, dimensions) })
  return { ...dimensions, 'mime-type': sizeType(type), url }
}

function originalAsSize(
  { cid, name, type, bytes }: ImageRecord,
  { scope, dimensions }: SizeOptions,
): WireImageSize {
  const url = contentAddress(scope, { cid, name: sizedName(name, dimensions) })
  return { ...dimensions, 'mime-type': type, filesize: bytes, url, original: true }
}

/** Where the bytes of a picture are. */
export function imageAddress(scope: Pick<Scope, 'baseUrl'>, { record }: Item<'images'>): string {
  return contentAddress(scope, record)
}

function contentAddress(
  { baseUrl }: Pick<Scope, 'baseUrl'>,
  { cid, name }: { readonly cid: string; readonly name: string },
): string {
  return `${baseUrl}/ipfs/${cid}?filename=${encodeURIComponent(name)}`
}
