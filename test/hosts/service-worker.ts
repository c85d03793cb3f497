/// <reference types="vite/client" />
import { surfaceAt } from '../../src/surfaces.ts'
import { NODE_HEADER } from '../../web/host/node-choice.ts'
import { fileSignal } from './file-requests.ts'
import type { HostName, ReadFixture, Send, SendInit } from './host.ts'

/** The built service worker, which controls this page and answers at its origin. */
export const host: HostName = 'web'

await controlled()

/** Whether this browser reads a request body from a stream. Others take the stream for a text. */
const canStream = !new Request('/', streamed(new ReadableStream())).headers.has('Content-Type')

export const send: Send = async (target, init) => {
  const own = init?.signal ?? (target instanceof Request ? target.signal : undefined)
  const signal = own ? AbortSignal.any([own, fileSignal()]) : fileSignal()
  const body = init?.body
  const held = !canStream && body instanceof ReadableStream && { body: await new Response(body).blob() }
  const url = new URL(target instanceof Request ? target.url : target, location.origin)
  const headers = new Headers(init?.headers ?? (target instanceof Request ? target.headers : undefined))
  // The page of the tests is a site of its own, whose server would be asked first.
  if (surfaceAt(url.pathname)?.mayBeOfSite) headers.set(NODE_HEADER, 'browser')
  return fetch(target instanceof Request ? target : url, { ...init, ...held, headers, signal })
}

/** Data URLs by path: the page has no files, and the worker answers for its origin. */
const FIXTURES = import.meta.glob<string>('../fixtures/{gateway/cars,car/files}/*.car', {
  query: '?url&inline',
  import: 'default',
})

export const readFixture: ReadFixture = async (path) => {
  const load = FIXTURES[`../fixtures/${path}`]
  if (load === undefined) throw new Error(`there is no ${path} among the fixtures`)
  return new Uint8Array(await (await fetch(await load())).arrayBuffer())
}

function streamed(body: ReadableStream): SendInit {
  return { method: 'POST', body, duplex: 'half' }
}

async function controlled(): Promise<void> {
  const controller = new Promise<void>((resolve) => {
    if (navigator.serviceWorker.controller) resolve()
    else navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  await navigator.serviceWorker.register('/sw.js', { scope: '/' })
  await controller
}
