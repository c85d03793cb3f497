import { escapeHtml } from '../../html/escape-html.ts'
import type { PostRecord } from '../model/records.ts'
import type { LinkedRecords } from '../rest/print/linked-records.ts'
import { imageAddress } from '../rest/print/print-image.ts'
import type { Scope } from '../rest/scope.ts'

export interface PictureOptions {
  readonly scope: Pick<Scope, 'baseUrl'>
  readonly linked: Pick<LinkedRecords, 'images'>
}

/** The picture of a post, as HTML; empty when it has none. */
export function picture({ image }: Pick<PostRecord, 'image'>, { scope, linked }: PictureOptions): string {
  const item = image === null ? undefined : linked.images.get(image)
  if (!item) return ''
  const { width, height } = item.record
  const address = escapeHtml(imageAddress(scope, item))
  return `<p><img src="${address}" alt="" width="${width}" height="${height}"></p>\n`
}
