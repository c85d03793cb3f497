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

  /** Fills in events from `at` on, or does what the path names `times` times and tells what each took. */
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
    const tasks: Readonly<Record<string, (time: number) => Promise<unknown>>> = {
      list: () => list(calendar, name, number('size')),
      read: (time) => readOne(calendar, at + time),
      create: (time) => createOne(calendar, at + time),
      update: (time) => updateOne(calendar, at + time),
    }
    const runs: number[] = []
    for (let time = 0; time < number('times'); time += 1) {
      const start = performance.now()
      await tasks[task]?.(time)
      runs.push(performance.now() - start)
    }
    return Response.json({ runs, databaseBytes: this.ctx.storage.sql.databaseSize })
  }

  override async alarm(): Promise<void> {}
}

export default {
  fetch: (request, env) => env.CALENDAR.getByName('calendar').fetch(request),
} satisfies ExportedHandler<CalendarEnv>
