import type { OrganizerRecord } from '../model/places.ts'
import type { SentParameters } from '../rest/read/read-query.ts'
import type { WriteScope } from '../rest/scope.ts'
import { nextPost } from './next-post.ts'
import { text } from './sent-text.ts'

/** An organizer after a request; what is not sent stays. Spec: calendar facts, sections 4 and 11. */
export function nextOrganizer(
  sent: SentParameters,
  options: {
    readonly scope: WriteScope
    readonly id: number | undefined
    readonly previous?: OrganizerRecord | undefined
  },
): Omit<OrganizerRecord, 'uid'> {
  const { previous } = options
  const name = text(sent, 'organizer', previous?.name)
  return {
    ...nextPost(sent, { ...options, collection: 'organizers', name }),
    name,
    phone: text(sent, 'phone', previous?.phone),
    website: text(sent, 'website', previous?.website),
    email: text(sent, 'email', previous?.email),
  }
}
