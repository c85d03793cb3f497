import type { PostRecord } from '../model/records.ts'
import { nextPublication } from '../posts/publication.ts'
import type { SentParameters } from '../rest/read/read-query.ts'
import { toInteger } from '../rest/resources/values.ts'
import type { WriteScope } from '../rest/scope.ts'
import { nextSlug } from '../rules/next-slug.ts'
import { toWall } from '../time/wall-clock.ts'
import { UTC } from '../time/zone.ts'
import { sentImage } from './sent-image.ts'
import { text } from './sent-text.ts'

export interface PostOptions {
  readonly collection: 'events' | 'venues' | 'organizers'
  readonly id: number | undefined
  /** What a slug is made of. */
  readonly name: string
  readonly scope: WriteScope
  readonly previous?: PostRecord | undefined
}

/**
 * What events, venues and organizers have in common, after a request; what is not sent stays. Only events take an
 * excerpt. Spec: calendar facts, section 11.3.
 */
export function nextPost(
  sent: SentParameters,
  { collection, id, name, scope, previous }: PostOptions,
): Omit<PostRecord, 'uid'> {
  const publication = nextPublication(sent, { scope, previous, isEvent: collection === 'events' })
  const slug = sent.get('slug')
  return {
    ...publication,
    author: toInteger(sent.get('author')) ?? previous?.author ?? scope.actor?.id ?? 0,
    slug: nextSlug(scope, {
      collection,
      id,
      sent: typeof slug === 'string' ? slug : undefined,
      name,
      status: publication.status,
      previous,
    }),
    description: text(sent, 'description', previous?.description),
    excerpt: collection === 'events' ? text(sent, 'excerpt', previous?.excerpt) : (previous?.excerpt ?? ''),
    modifiedUtc: previous ? toWall(scope.nowMs, UTC) : publication.dateUtc,
    image: sent.has('image') ? sentImage(sent.get('image'), scope) : (previous?.image ?? null),
  }
}
