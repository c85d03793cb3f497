import { definePart } from '../../../node/part.ts'
import { type Announcer, type AnnouncerOptions, createAnnouncer } from './announcer.ts'

/** Announces blocks when a caller asks for it. */
export const announcerPart = definePart({
  name: 'announcer',
  needs: { routing: 'required', publicBlocks: 'required', walk: 'required' },
  create: (needs: AnnouncerOptions): Announcer => createAnnouncer(needs),
})
