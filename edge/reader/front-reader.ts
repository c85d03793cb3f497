import { createByteBudget } from '../../src/blocks/byte-budget.ts'
import { type Config, loadSection } from '../../src/config/read-config.ts'
import { nodeSections } from '../../src/config/schema.ts'
import { contentHost } from '../../src/gateway/content-host.ts'
import { malformedHeader } from '../../src/http/malformed-request.ts'
import { contentHosts } from '../content-hosts.ts'
import type { Env } from '../env.ts'
import { calendarHeads } from './calendar-heads.ts'
import { createContentReader } from './content-reader.ts'
import type { PublicBlock, PublicBlockOptions } from './near-blocks.ts'
import { renderedPages } from './rendered-pages.ts'

/** In a deployment. A local node runs front and object on one thread, where little is gained by it. */
const DEPLOYED_EXPIRY_MS = 60_000

/** Copies on their way into the cache, for all requests of this front, whose isolate has 128 MiB. */
const COPIES_BYTES = 16 * 1024 * 1024

/** The calls of the front to the object, besides requests. */
export interface NodeQueries {
  /** A block that anonymous clients may read. */
  findPublic(cid: string, options: PublicBlockOptions): Promise<PublicBlock | undefined>
  /** A text that is different for each state of the calendar. */
  calendarHead(): Promise<string>
}

export interface FrontReaderOptions {
  readonly env: Env
  readonly cache: Pick<Cache, 'match' | 'put'>
  readonly queries: NodeQueries
  readonly now?: () => number
}

/** Answers public reads without the object as far as it can, and passes all other requests to the object. */
export type FrontReader = (
  request: Request,
  context: Pick<ExecutionContext, 'waitUntil'>,
  askObject: (request: Request) => Promise<Response>,
) => Promise<Response>

/**
 * Creates the reader of one front, so that readers do not queue behind the one writer: content that is read
 * repeatedly, and the calendar as anonymous readers see it. `undefined` when the owner has switched it off.
 */
export function createFrontReader(options: FrontReaderOptions): FrontReader | undefined {
  const { env, cache, queries, now = Date.now } = options
  const gateway = loadSection(nodeSections.gateway, env)
  const expiryMs = expiryOf(gateway, env)
  if (expiryMs === 0) return undefined
  const hosts = contentHosts(gateway)
  const ask = queries.findPublic
  const copies = createByteBudget(COPIES_BYTES)
  const { maxRequests } = gateway
  const readContent = createContentReader({ env, hosts, maxRequests, cache, ask, now, expiryMs, copies })
  const heads = calendarHeads({ namespace: env.CACHE, ask: queries.calendarHead, now, expiryMs })
  // On loopback the machine of the owner reads what anonymous readers may not.
  const hasPages = env.ACCESS !== 'loopback'

  return async (request, context, askObject) => {
    if (malformedHeader(request)) return askObject(request)
    const waitUntil = (task: Promise<unknown>) => context.waitUntil(task)
    const content = await readContent(request, waitUntil)
    if (content) return content
    if (!hasPages || contentHost(request, hosts)) return askObject(request)
    const pages = renderedPages({ cache, heads, now, copies, waitUntil })
    return (await pages.find(request)) ?? pages.keep(await askObject(request))
  }
}

function expiryOf({ readerExpiryMs }: Config['gateway'], { ACCESS }: Env): number {
  return readerExpiryMs ?? (ACCESS === 'closed' ? DEPLOYED_EXPIRY_MS : 0)
}
