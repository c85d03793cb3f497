import { originPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { DomainError } from '../../../src/errors.ts'
import { createNode } from '../../../src/node/create.ts'
import { OFFLINE_NODE } from '../../../src/node/offline-node.ts'
import { textRefusal } from '../../../src/rpc/errors.ts'
import type { Surface } from '../../../src/surfaces.ts'
import { leaderTab } from '../network/leader-tab.ts'
import { watchLeader } from '../network/leader-watch.ts'
import { NODE_HEADER } from '../node-choice.ts'
import { outbound } from '../outbound.ts'
import { ownZone } from '../own-zone.ts'
import { TAKE_OVER } from '../page-build.ts'
import { openWebPorts } from '../ports.ts'
import { readableRequest } from '../readable-request.ts'
import { STORAGE_NAME } from '../storage-name.ts'
import { storedSettings } from '../stored-settings.ts'
import { whileOpen } from '../while-open.ts'
import { belowBrowser, browserPath, redirectBelowBrowser } from './browser-path.ts'
import { callOf, isNodeRequest, isRefused, surfaceOf } from './call-rules.ts'
import { answerOfOther, answerOfServer } from './elsewhere.ts'
import { notStarted } from './not-started.ts'
import { ownCalendar } from './own-calendar.ts'
import {
  dropUnusedPages,
  fillPageCache,
  isPageKept,
  keepPage,
  keptFile,
  networkThenCopy,
} from './page-cache.ts'
import { pageDescription } from './page-description.ts'
import { rootNode } from './root-node.ts'
import { serverContent } from './server-content.ts'
import { serverPage } from './server-page.ts'
import { siteThenNode } from './site-then-node.ts'
import { watchedResponse } from './watched-response.ts'

declare const self: ServiceWorkerGlobalScope

type App = ReturnType<typeof createApp>

/** Starts the node when it is first needed. */
const startedApp = whileOpen(startApp)

/**
 * A new worker waits until a page asks it to become active, or all pages are closed: each page gets
 * all of its files from the worker it was opened with, so that both belong together. An update without all of its
 * files is not installed, and the browser tries again later. The first worker serves without the page's files too.
 */
self.addEventListener('install', (event) => {
  const filled = fillPageCache()
  event.waitUntil(self.registration.active ? filled : filled.catch(() => undefined))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/**
 * Pages ping while they have open requests, because the browser counts the event as activity, and when they have
 * loaded. A page that is not controlled, such as after a forced reload, pings to be claimed.
 */
self.addEventListener('message', (event) => {
  event.waitUntil(event.data === TAKE_OVER ? self.skipWaiting() : served())
})

async function served(): Promise<void> {
  await self.clients.claim()
  const { installing, waiting } = self.registration
  // The files of a worker that is not in use yet are in no page's use either.
  if (!installing && !waiting) await dropUnusedPages()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  // A call for the server goes to the network without this worker: uploads stream, and nothing ends with the worker.
  const called = request.headers.get(NODE_HEADER)
  if (origin !== self.location.origin || called === 'server') return
  if (called === 'browser' || browserPath(pathname) !== undefined)
    event.respondWith(answerBelowBrowser(event))
  else if (isNodeRequest(request)) event.respondWith(answerAtRoot(event))
  else if (request.method === 'GET' && !surfaceOf(request.url)) event.respondWith(pageOrMount(event))
})

/** A mount of this node answers where neither the server nor the cache has a page. */
async function pageOrMount(event: FetchEvent): Promise<Response> {
  const { request } = event
  const kept = await keptFile(request)
  if (kept) return kept
  const response = await networkThenCopy(request)
  if (response.ok && new URL(request.url).pathname === '/') {
    event.waitUntil(keepPage(response.clone()).catch(() => undefined))
  }
  if (response.status !== 404 && response.status !== 503) return response
  if ((await rootNode()) !== 'browser') return response
  try {
    const { fetch } = await startedApp()
    const moved = await fetch(new Request(request.url))
    return moved.status === 302 ? moved : response
  } catch {
    return response
  }
}

async function answerAtRoot(event: FetchEvent): Promise<Response> {
  const { request } = event
  if (isRefused(callOf(request))) return textRefusal(403, '403 - Forbidden')
  const node = await rootNode()
  if (node === 'server') return watched(event, await answerOfServer(request))
  if (node !== 'browser') return answerOfOther(request, node)
  if (surfaceOf(request.url)?.mayBeOfSite && !(await isPageKept()))
    return watched(event, await siteThenNode(request, answerOfBrowser))
  const answer = await answerOfBrowser(request)
  const onServer = answer.status === 404 ? readOnServer(request) : undefined
  if (onServer === 'content') return watched(event, await serverContent(request, answer))
  return onServer === 'page' ? serverPage(request, answer) : watched(event, answer)
}

async function answerBelowBrowser(event: FetchEvent): Promise<Response> {
  const request = belowBrowser(event.request)
  if (isRefused(callOf(request))) return textRefusal(403, '403 - Forbidden')
  return watched(event, redirectBelowBrowser(await answerOfBrowser(request), request))
}

async function answerOfBrowser(request: Request): Promise<Response> {
  try {
    const { fetch } = await startedApp()
    return await fetch(await readableRequest(request))
  } catch (error) {
    return notStarted(request, error)
  }
}

/** Keeps the worker alive until the response was read. The browser reads one of the network without the worker. */
function watched(event: FetchEvent, answer: Response): Response {
  if (answer.type !== 'default') return answer
  const { response, ended } = watchedResponse(answer)
  event.waitUntil(ended)
  return response
}

/** The kind of content that the server may have for a read that found nothing here. */
function readOnServer({ method, url }: Request): Surface['serverHas'] {
  return method === 'GET' || method === 'HEAD' ? surfaceOf(url)?.serverHas : undefined
}

async function startApp(onClosed: () => void): Promise<App> {
  const opened = await openWebPorts({ name: STORAGE_NAME, onClosed, outbound: outbound() })
  const peerProcesses = leaderTab(STORAGE_NAME, await watchLeader(STORAGE_NAME))
  const ports = { ...opened, findUpdate, peerProcesses }
  const node = await createNode(ports, {
    parts: OFFLINE_NODE,
    repoPath: `indexeddb:${STORAGE_NAME}`,
    system: 'browser/service-worker',
    siteZone: ownZone(),
    ...(await storedSettings(ports)),
  })
  return createApp(node, originPolicy(self.location.origin), {
    calendar: ownCalendar(),
    doesGatewayFetch: true,
    readDescription: pageDescription,
  })
}

/** The browser compares the worker of the server with this one. Throws `unavailable` when it cannot get that. */
async function findUpdate(): Promise<string> {
  const { installing, waiting } = await self.registration.update().catch((cause: unknown) => {
    const message =
      'Cannot look for a newer version: the server of this page does not send its service worker'
    throw new DomainError('unavailable', message, { cause })
  })
  if (installing || waiting) return 'A newer one is being installed: the page offers to load it.'
  return 'The server has no newer one.'
}
