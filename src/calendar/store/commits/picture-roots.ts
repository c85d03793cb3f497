import { parseCid } from '../../../codec/cid/cid.ts'
import type { LiveRoots } from '../../../repo/live-roots.ts'
import type { Calendar } from '../../model/calendar.ts'

/** Records that are read at once. */
const AT_ONCE = 64

/** The content of the calendar's pictures: few roots, whatever the calendar's size. */
export function pictureRoots(calendar: Pick<Calendar, 'view'>): LiveRoots {
  return async function* roots(options) {
    const view = await calendar.view(options)
    const ids = [...view.rows('images')].map(({ id }) => id)
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      for (const { record } of await view.read('images', ids.slice(at, at + AT_ONCE), options)) {
        yield { cid: parseCid(record.cid), mayLack: true }
      }
    }
  }
}
