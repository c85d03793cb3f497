import { DurableObject } from 'cloudflare:workers'
import { edgePorts } from '../../../edge/edge-ports.ts'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { DEFAULT_SETTINGS } from '../../../src/calendar/settings.ts'
import { createNode, type StorageNode } from '../../../src/node.ts'
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

const OWNER = { id: 1, login: 'bench', role: 'administrator' } as const
const OWNED = { calendar: { ...DEFAULT_SETTINGS, owner: OWNER } }

/** A calendar on the real storage of one object, as a service for what is measured inside, and by its routes. */
export class CalendarObject extends DurableObject<CalendarEnv> {
  readonly #served: Promise<{ readonly node: StorageNode; readonly app: ReturnType<typeof createApp> }>

  constructor(state: DurableObjectState, env: CalendarEnv) {
    super(state, env)
    const ports = edgePorts(state.storage, env)
    this.#served = state.blockConcurrencyWhile(async () => {
      const node = await createNode(ports, { repoPath: 'bench', system: 'workerd/bench' })
      return { node, app: createApp(node, loopbackPolicy(), OWNED) }
    })
  }

  /** Does what the path names `times` times, or fills in events from `at` on. */
  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const { node, app } = await this.#served
    if (pathname.startsWith('/cal/')) return app.fetch(request)
    const [task = '', name = ''] = pathname.slice(1).split('/').map(decodeURIComponent)
    const number = (parameter: string) => Number(searchParams.get(parameter) ?? 0)
    const at = number('at')
    const { calendar } = node
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
