import { loadSection } from '../src/config/read-config.ts'
import { nodeSections } from '../src/config/schema.ts'
import { type ContentHosts, contentHost } from '../src/gateway/content-host.ts'
import { isReserved } from '../src/http/surface-prefixes.ts'
import { accessLine } from './access-line.ts'
import { cannotAnswer } from './cannot-answer.ts'
import { compressAsset } from './compress-asset.ts'
import { contentHosts } from './content-hosts.ts'
import type { Env } from './env.ts'
import { retryOnFullDisk } from './full-disk.ts'
import type { NodeObject } from './node-object.ts'
import { type PageAssets, pageFiles } from './page-files.ts'
import { createFrontReader, type FrontReader } from './reader/front-reader.ts'
import type { PublicBlockOptions } from './reader/near-blocks.ts'
import { withoutBody } from './without-body.ts'

/** Name of the one node object in a deployment. */
const NODE_NAME = 'main'

/**
 * The stateless front. It tries the assets first for paths that may be one, and answers repeated public reads by
 * itself. Everything else goes to the Durable Object that is the node, and is streamed in both directions. The front
 * runs before the assets because they ignore the host name: on a content subdomain, `/` and `/sw.js` belong to that
 * content.
 */
export const front = {
  async fetch(request, env, context) {
    if (!frontOf(env).hasAccessLog) return answer(request, env, context)
    const startMs = Date.now()
    const response = await answer(request, env, context)
    // biome-ignore lint/suspicious/noConsole: the front has no node and so no Logger
    console.info(JSON.stringify(accessLine(request, response, Date.now() - startMs)))
    return response
  },
} satisfies ExportedHandler<Env>

async function answer(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
  try {
    // A POST is neither, and is what must be answered fast: even a look at its headers costs.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && request.headers.has('Upgrade')) return await nodeOf(env).fetch(request)
    if (isRead && mayBeAsset(request, env)) {
      const asset = await frontOf(env).assets.fetch(request.body ? withoutBody(request) : request)
      if (asset.status !== 404) return env.DISK ? compressAsset(request, asset) : asset
      await asset.body?.cancel()
    }
    const askObject = (asked: Request) => askNode(asked, env)
    const { read } = frontOf(env)
    return await (read ? read(request, context, askObject) : askObject(request))
  } catch (error) {
    return cannotAnswer(request, error)
  }
}

/**
 * Entry of a deployment. A local node is entered only through the named export: the simulator's other listener leads
 * here, and accepts a header in place of the address and of `Host`.
 */
export default {
  async fetch(request, env, context) {
    if (env.ACCESS === 'closed') return front.fetch(request, env, context)
    await request.body?.cancel()
    return new Response('This address is not served\n', {
      status: 403,
      headers: { 'Content-Type': 'text/plain' },
    })
  },
} satisfies ExportedHandler<Env>

function nodeOf(env: Env): DurableObjectStub<NodeObject> {
  const namespace = env.NODE as DurableObjectNamespace<NodeObject>
  const id = nodeIds.get(env) ?? namespace.idFromName(NODE_NAME)
  nodeIds.set(env, id)
  return namespace.get(id)
}

/** By environment, because computing the id of a name hashes it with a key each time. */
const nodeIds = new WeakMap<Env, DurableObjectId>()

async function askNode(request: Request, env: Env): Promise<Response> {
  const response = await retryOnFullDisk(request, env, (asked) => nodeOf(env).fetch(asked))
  // Where front and object share an isolate, the object's other calls would delay this response.
  if (env.ACCESS === 'closed') await scheduler.wait(0)
  return response
}

interface Front {
  readonly hasAccessLog: boolean
  readonly hosts: ContentHosts
  readonly assets: PageAssets
  /** Absent when the owner has switched it off. */
  readonly read: FrontReader | undefined
}

const fronts = new WeakMap<Env, Front>()

/** What the settings of an environment mean, read once: reading them cost as much as the rest of a small call here. */
function frontOf(env: Env): Front {
  const known = fronts.get(env)
  if (known) return known
  const queries = {
    findPublic: (cid: string, options: PublicBlockOptions) => nodeOf(env).findPublic(cid, options),
    calendarHead: () => nodeOf(env).calendarHead(),
  }
  const made = {
    hasAccessLog: loadSection(nodeSections.log, env).hasAccessLines,
    hosts: contentHosts(loadSection(nodeSections.gateway, env)),
    assets: assetsOf(env),
    read: createFrontReader({ env, cache: caches.default, queries }),
  }
  fronts.set(env, made)
  return made
}

function assetsOf({ ASSETS: folder, PAGE_HEADERS: headers, PAGE_VERSION: version = '' }: Env): PageAssets {
  return headers ? pageFiles({ folder, headers, version }) : folder
}

function mayBeAsset(request: Request, env: Env): boolean {
  if (!URL.canParse(request.url)) return false
  return !isReserved(new URL(request.url).pathname) && !contentHost(request, frontOf(env).hosts)
}
