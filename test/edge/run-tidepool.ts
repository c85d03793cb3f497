import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { PROJECT } from './run-starter.ts'

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly complaints: string
}

interface RunOptions {
  readonly at: string
  readonly input?: string
  /** The user as whom it runs. Default: the user of the tests. */
  readonly uid?: number | undefined
}

/** Runs the built program in a folder, against the node at an address. */
export function runTidepool(
  folder: string,
  words: readonly string[],
  { at, input = '', uid }: RunOptions,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(PROJECT, 'dist/cli/tidepool.js'), ...words], {
    cwd: folder,
    ...(uid !== undefined && { uid }),
    env: { ...process.env, TIDEPOOL_API: at, TIDEPOOL_TOKEN: 'laptop.secret' },
  })
  let out = ''
  let complaints = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    complaints += text
  })
  // A program that ends without reading closes the pipe: its exit code tells what happened.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, complaints })))
}

/** A server that closes every connection when a request has begun, or when all of it has come. */
export async function serveNothing(after: 'begin' | 'end'): Promise<{ at: string }> {
  const server = createServer((request) => {
    if (after === 'begin') request.once('data', () => request.socket.destroy())
    else request.resume().on('end', () => request.socket.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.on('listening', resolve))
  return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/** What a server answers: the bytes, and whether the connection then breaks in the middle of the reply. */
interface Served {
  readonly type?: string
  readonly isCut?: boolean
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A server that answers every request with these bytes, and the requests that it got. */
export async function serve(
  body: Uint8Array,
  { type = 'text/plain', isCut = false, status = 200, headers = {} }: Served = {},
): Promise<{ at: string; authorizations: (string | undefined)[]; urls: (string | undefined)[] }> {
  const authorizations: (string | undefined)[] = []
  const urls: (string | undefined)[] = []
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization)
    urls.push(request.url)
    request.resume()
    response.writeHead(status, { 'Content-Type': type, ...headers })
    if (isCut) response.write(body, () => response.destroy())
    else response.end(body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.on('listening', resolve))
  return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, authorizations, urls }
}
