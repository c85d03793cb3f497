import { type Context, createRoutes, type Routes } from '../http/routes.ts'
import type { CoreNode } from '../node/create.ts'
import { loadCode } from '../state/load-code.ts'
import { loadOnce } from '../state/load-once.ts'
import { QUERIES } from './rest/query-routes.ts'
import type { QueryServer, QueryServerOptions } from './rest/serve-query.ts'

type Answer = (server: QueryServer, c: Context) => Response | undefined | Promise<Response>

/** Routes of the ledger's queries, to be mounted at `QUERY_BASE`. A segment may be empty; the query then refuses it. */
export function ledgerRoutes(
  { use, logger, publicBlocks }: CoreNode,
  { readDescription }: Pick<QueryServerOptions, 'readDescription'> = {},
): Routes {
  const load = loadOnce(async () => {
    const { createQueryServer } = await loadCode('the ledger', () => import('./rest/serve-query.ts'))
    const { ledger, sequencer } = await use(['ledger', 'sequencer'])
    return createQueryServer({
      ...{ ledger, publicBlocks, logger, readDescription },
      calendar: sequencer.rollappId,
    })
  })
  const app = createRoutes()
  const by = (answer: Answer) => async (c: Context, next: () => Promise<void>) =>
    (await answer(await load(), c)) ?? next()

  app.get(
    ANY,
    by((server, c) => server.malformedPath(c.req.raw)),
  )
  app.get(
    '/openapi.json',
    by((server, c) => server.describe(c.req.raw)),
  )
  app.get(
    pathOf('proof', PROVED),
    by((server, c) => server.prove(c.req.raw, segmentsOf(c, PROVED))),
  )
  for (const query of QUERIES) {
    const path = pathOf(query.name, query.segments)
    app.get(
      path,
      by((server, c) => server.answer(c.req.raw, query, segmentsOf(c, query.segments))),
    )
  }
  app.get(
    ANY,
    by((server, c) => server.refuseQuery(c.req.raw)),
  )
  app.options(
    ANY,
    by((server) => server.preflight()),
  )
  app.all(
    ANY,
    by((server) => server.refuseMethod()),
  )
  return app
}

const ANY = '/:rest{.+}'
const PROVED = ['rollappId', 'index']

/** A segment matches no line break, like the path as a whole. */
const SEGMENT = '{(?:(?!/).)*}'

function pathOf(name: string, segments: readonly string[]): string {
  return `/${[name, ...segments.map((segment) => `:${segment}${SEGMENT}`)].join('/')}`
}

function segmentsOf(c: Context, names: readonly string[]): readonly string[] {
  return names.map((name) => c.req.param(name) ?? '')
}
