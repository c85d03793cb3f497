import type { PostRecord } from '../../model/records.ts'
import { mayRead } from '../../rules/rights.ts'
import type { Scope } from '../scope.ts'

/** Words of addresses, by collection. */
const WORDS = {
  events: { path: 'event', type: 'cal_events' },
  venues: { path: 'venue', type: 'cal_venue' },
  organizers: { path: 'organizer', type: 'cal_organizer' },
} as const

export interface PostAddress extends Pick<PostRecord, 'status' | 'slug' | 'author'> {
  readonly collection: keyof typeof WORDS
  readonly id: number
}

/** The public page: by slug where it has one that counts, else by number. */
export function postAddress({ baseUrl, actor }: Pick<Scope, 'baseUrl' | 'actor'>, post: PostAddress): string {
  const { path, type } = WORDS[post.collection]
  const hasPage = ['publish', 'private'].includes(post.status) && mayRead(actor, post)
  const isPretty = post.slug !== '' && hasPage
  return isPretty ? `${baseUrl}/${path}/${post.slug}/` : `${baseUrl}/?post_type=${type}&p=${post.id}`
}

/** `example.org?id=7`: names a post beyond its site. */
export function globalId({ baseUrl }: Pick<Scope, 'baseUrl'>, id: number): string {
  return `${baseUrl.replace(/^[a-z]+:\/\//, '')}?id=${id}`
}
