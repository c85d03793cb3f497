import type { Item } from '../calendar.ts'
import type { Scope } from '../http/scope.ts'
import { sizes } from '../image/sizes.ts'

/**
 * A picture as the wire shows it. Its address is the gateway's, under the name of its content. Nothing here makes
 * smaller pictures yet, so the addresses of the sizes give the original, and say so by `original`.
 * Spec: calendar facts, section 2.2.
 */
export function printImage(scope: Pick<Scope, 'baseUrl'>, item: Item<'images'>): object {
  const { id, record } = item
  const { stem, extension } = partedName(record.name)
  const shown = Object.entries(sizes({ width: record.width, height: record.height })).map(
    ([name, { width, height }]) => [
      name,
      {
        width,
        height,
        'mime-type': record.type,
        filesize: record.bytes,
        url: contentAddress(scope, { cid: record.cid, name: `${stem}-${width}x${height}.${extension}` }),
        original: true,
      },
    ],
  )
  return {
    url: imageAddress(scope, item),
    id,
    extension,
    width: record.width,
    height: record.height,
    filesize: record.bytes,
    ...(shown.length > 0 && { sizes: Object.fromEntries(shown) }),
  }
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

function partedName(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.')
  return { stem: name.slice(0, dot), extension: name.slice(dot + 1) }
}
