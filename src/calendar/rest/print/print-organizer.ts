import type { Item } from '../../model/calendar.ts'
import { jsonLdText } from '../../text/json-ld-text.ts'
import { plainText } from '../../text/plain-text.ts'
import { renderContent } from '../../text/render-content.ts'
import { renderTitle } from '../../text/render-title.ts'
import type { WireOrganizer } from '../../wire.ts'
import { filled } from './filled.ts'
import { filledLines } from './filled-lines.ts'
import { globalId, postAddress } from './post-address.ts'
import { imageAddress, printImage } from './print-image.ts'
import { printPost } from './print-post.ts'
import type { PrintOptions } from './print-venue.ts'

/** An organizer as the wire shows it: without its empty fields. Spec: calendar facts, section 4. */
export function printOrganizer(
  item: Item<'organizers'>,
  { scope, linked, isSingle }: PrintOptions,
): WireOrganizer {
  const { id, record } = item
  const image = record.image === null ? undefined : linked.images.get(record.image)
  return {
    id,
    ...printPost(scope, record),
    url: postAddress(scope, { collection: 'organizers', id, ...record }),
    organizer: renderTitle(record.name),
    ...filled({ description: renderContent(record.description), excerpt: renderContent(record.excerpt) }),
    slug: record.slug,
    ...(image && { image: printImage(scope, image) }),
    ...filledLines({ phone: record.phone }),
    ...filled({ website: record.website }),
    ...filledLines({ email: record.email }),
    ...(isSingle && { json_ld: personOf(item, { scope, linked }) }),
    global_id: globalId(scope, id),
    global_id_lineage: [globalId(scope, id)],
  }
}

/** The organizer of an event for search engines. Spec: calendar facts, section 2.3. */
export function personOf(
  { record }: Item<'organizers'>,
  { scope, linked }: Pick<PrintOptions, 'scope' | 'linked'>,
): object {
  const image = record.image === null ? undefined : linked.images.get(record.image)
  return {
    '@type': 'Person',
    name: renderTitle(record.name),
    description: jsonLdText(renderContent(record.description)),
    ...(image && { image: imageAddress(scope, image) }),
    url: record.website,
    telephone: plainText(record.phone),
    email: plainText(record.email),
    sameAs: record.website,
  }
}
