import type { MiddlewareHandler } from 'hono'
import type { StorageNode } from '../node.ts'
import { queryPath } from './rest/query-path.ts'
import { serveQuery } from './rest/serve-query.ts'

/** Answers the ledger's queries under `/{vendor}/{project}/rollapp/`, and passes on what is none. */
export function ledgerQueries({ ledger, sequencer, ports: { logger } }: StorageNode): MiddlewareHandler {
  return async (c, next) => {
    if (queryPath(c.req.path) === undefined) return next()
    return serveQuery({ ledger, logger, calendar: sequencer.rollappId }, c.req.raw)
  }
}
