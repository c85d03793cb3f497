import { DurableObject } from 'cloudflare:workers'
import { edgePorts } from '../../../edge/edge-ports.ts'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { DEFAULT_SETTINGS } from '../../../src/calendar/model/settings.ts'
import { createNode, type StorageNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import { perform } from '../../bench/calendar/perform.ts'

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
    // Without a schedule: else commits go into the ledger while the calendar is measured.
    const { schedule, ...ports } = edgePorts(state.storage, env)
    this.#served = state.blockConcurrencyWhile(async () => {
      const node = await createNode(ports, { parts: WHOLE_NODE, repoPath: 'bench', system: 'workerd/bench' })
      return { node, app: createApp(node, loopbackPolicy(), OWNED) }
    })
  }

  /** By its routes, or what {@link perform} knows. */
  override async fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const { node, app } = await this.#served
    if (pathname.startsWith('/cal/')) return app.fetch(request)
    const runs = await perform(node.calendar, pathname + search)
    return Response.json({ runs, storedBytes: this.ctx.storage.sql.databaseSize })
  }

  override async alarm(): Promise<void> {}
}

export default {
  fetch: (request, env) => env.CALENDAR.getByName('calendar').fetch(request),
} satisfies ExportedHandler<CalendarEnv>
