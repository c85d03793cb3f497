import type { Clock } from '../../ports/clock.ts'

export const JSON_TYPE = 'application/json'
export const NDJSON_TYPE = 'application/x-ndjson'
export const RECORD_TYPE = 'application/vnd.ipfs.ipns-record'

/** Any page may ask, and store what its author has signed. Spec: HTTP routing v1, "CORS and Web Browsers". */
const OPEN_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, PUT, OPTIONS',
  'Access-Control-Allow-Headers': 'Accept, Content-Type, User-Agent, X-Requested-With',
  'X-Content-Type-Options': 'nosniff',
}

/** The times of the specification, "Response Headers": five minutes with results, 15 seconds without. */
const SECONDS_WITH_RESULTS = 300
const SECONDS_WITHOUT = 15
/** A provider record of the DHT holds for two days. */
const STALE_SECONDS = 172_800

export const cachedFor = (seconds: number, staleSeconds: number): string =>
  `public, max-age=${seconds}, stale-while-revalidate=${staleSeconds}, stale-if-error=${staleSeconds}`

/** How long caches keep a list. */
export function listCaching(hasResults: boolean): string {
  return cachedFor(hasResults ? SECONDS_WITH_RESULTS : SECONDS_WITHOUT, STALE_SECONDS)
}

export interface AnswerOptions {
  readonly status?: 200 | 204
  readonly headers: Readonly<Record<string, string>>
  readonly clock: Pick<Clock, 'now'>
}

export function answer(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  { status = 200, headers, clock }: AnswerOptions,
): Response {
  const modified = { 'Last-Modified': new Date(clock.now()).toUTCString(), Vary: 'Accept' }
  return new Response(body, { status, headers: { ...OPEN_HEADERS, ...modified, ...headers } })
}

/** A response whose headers do not depend on the time. */
export function plainAnswer(
  status: 200 | 204 | 400 | 404 | 405 | 406 | 413 | 500 | 503,
  text = '',
): Response {
  const type = text === '' ? undefined : { 'Content-Type': 'text/plain; charset=utf-8' }
  return new Response(text === '' ? null : text.slice(0, MAX_TEXT), {
    status,
    headers: { ...OPEN_HEADERS, ...type },
  })
}

/** As much of an error as the reference sends. */
const MAX_TEXT = 1024
