import type { MiddlewareHandler } from 'hono'
import type { CoreNode } from '../node/create.ts'
import { queryPath } from './rest/query-path.ts'
import { serveQuery } from './rest/serve-query.ts'

/** Answers the ledger's queries under `/{vendor}/{project}/rollapp/`, and passes on what is none. */
export function ledgerQueries({ use, ports: { logger } }: CoreNode): MiddlewareHandler {
  return async (c, next) => {
    if (queryPath(c.req.path) === undefined) return next()
    const { ledger, sequencer } = await use(['ledger', 'sequencer'])
    return serveQuery({ ledger, logger, calendar: sequencer.rollappId }, c.req.raw)
  }
}
