import { DurableObject } from 'cloudflare:workers'
import { edgePorts } from '../../../edge/edge-ports.ts'
import type { Calendar } from '../../../src/calendar/calendar.ts'
import { createCalendar } from '../../../src/calendar/store/create-calendar.ts'
import { createDeriving } from '../../../src/calendar/store/deriving.ts'
import {
  createOne,
  fillEvents,
  fillSurroundings,
  list,
  readOne,
  updateOne,
} from '../../bench/calendar/sample-calendar.ts'

export interface CalendarEnv {
  readonly CALENDAR: DurableObjectNamespace<CalendarObject>
  readonly BLOCKS: R2Bucket
}

/** A calendar on the real storage of one object, without the node around it: what a figure is of. */
export class CalendarObject extends DurableObject<CalendarEnv> {
  readonly #calendar: Calendar

  constructor(state: DurableObjectState, env: CalendarEnv) {
    super(state, env)
    this.#calendar = createCalendar({ ...edgePorts(state.storage, env), deriving: createDeriving() })
  }

  /** Does what the path names `times` times, or fills in events from `at` on. */
  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const [task = '', name = ''] = pathname.slice(1).split('/').map(decodeURIComponent)
    const number = (parameter: string) => Number(searchParams.get(parameter) ?? 0)
    const at = number('at')
    const calendar = this.#calendar
    if (task === 'surroundings') await fillSurroundings(calendar)
    if (task === 'events') await fillEvents(calendar, { from: at, count: number('count') })
    let total = 0
    for (let time = 0; time < number('times'); time += 1) {
      if (task === 'list') total = await list(calendar, name, number('size'))
      if (task === 'read') await readOne(calendar, at + time)
      if (task === 'create') await createOne(calendar, at + time)
      if (task === 'update') await updateOne(calendar, at + time)
    }
    return Response.json({ total, databaseBytes: this.ctx.storage.sql.databaseSize })
  }

  override async alarm(): Promise<void> {}
}

export default {
  fetch: (request, env) => env.CALENDAR.getByName('calendar').fetch(request),
} satisfies ExportedHandler<CalendarEnv>
