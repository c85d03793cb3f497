import type { Browser, BrowserContext } from 'playwright'
import { formatUsers, makeUser } from '../../src/calendar/access/users.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { file, form } from '../requests/form.ts'
import { startPageServer } from './page-server.ts'
import { newProfile } from './running-browser.ts'

/** A node that somebody attacks through a browser. */
export interface Victim {
  /** With a slash at the end. */
  readonly url: string
  /** The browser profile in which the attacker's pages open. */
  readonly context: BrowserContext
  /** Adds a folder as the owner, and answers its CID. */
  add(files: Readonly<Record<string, string>>): Promise<string>
  /** The text of a call of the owner. */
  call(command: string): Promise<string>
  /** The text of a request of the owner below `/cal/events/v1/`; a read unless told otherwise. */
  calendar(path: string, method?: 'GET' | 'POST'): Promise<string>
  stop(): Promise<void>
}

export const VICTIMS: Readonly<Record<string, (browser: Browser) => Promise<Victim>>> = {
  'npm start': startedNode,
  'a service worker': workerNode,
}

/** All that a stranger could change. */
export async function stateOf(victim: Victim): Promise<readonly string[]> {
  const stat = JSON.parse(await victim.call('repo/stat'))
  const lines = async (command: string) => (await victim.call(command)).split('\n').sort().join('\n')
  return [
    `${stat.NumObjects} ${stat.RepoSize}`,
    await lines('pin/ls?stream=true'),
    await lines('refs/local'),
    await victim.calendar('venues?status=any'),
  ]
}

/** The owner calls from the machine; the browser has never seen the node's own page. */
async function startedNode(browser: Browser): Promise<Victim> {
  const random = seededRandom(7)
  const owner = await makeUser({ id: 1, login: 'owner', role: 'administrator', secret: 'a secret', random })
  const CALENDAR_USERS = formatUsers([owner])
  const { url, stop } = await startWorkerd({ variables: { CALENDAR_USERS } })
  const context = await newProfile(browser)
  const post = async (command: string, init: RequestInit) =>
    (await fetch(`${url}api/v0/${command}`, { ...init, method: 'POST' })).text()
  return {
    url,
    context,
    add: async (files) => rootOf(await post(ADD, form(...partsOf(files)))),
    call: (command) => post(command, {}),
    async calendar(path, method = 'GET') {
      const headers = { Authorization: `Basic ${btoa('owner:a secret')}` }
      return (await fetch(`${url}cal/events/v1/${path}`, { method, headers })).text()
    },
    async stop() {
      await context.close()
      await stop()
    },
  }
}

/** The owner calls from the node's own page, which stays open. */
async function workerNode(browser: Browser): Promise<Victim> {
  const { url, stop } = await startPageServer()
  const context = await newProfile(browser)
  const own = await context.newPage()
  await own.goto(url)
  await own.locator('#badge[data-state="online"]').waitFor()
  return {
    url,
    context,
    add: async (files) => rootOf(await own.evaluate(addInPage, { command: ADD, files })),
    call: (command) => own.evaluate(callInPage, command),
    calendar: (path, method = 'GET') => own.evaluate(askCalendarInPage, { path, method }),
    async stop() {
      await context.close()
      await stop()
    },
  }
}

const ADD = 'add?cid-version=1&wrap-with-directory=true'

const rootOf = (lines: string): string => JSON.parse(lines.trim().split('\n').at(-1) ?? '').Hash

const partsOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, content]) => file(name, content))

async function addInPage({ command, files }: { command: string; files: Readonly<Record<string, string>> }) {
  const body = new FormData()
  for (const [name, content] of Object.entries(files)) body.append('file', new Blob([content]), name)
  return (await fetch(`/api/v0/${command}`, { method: 'POST', body })).text()
}

async function callInPage(command: string): Promise<string> {
  return (await fetch(`/api/v0/${command}`, { method: 'POST' })).text()
}

async function askCalendarInPage({ path, method }: { path: string; method: string }): Promise<string> {
  return (await fetch(`/cal/events/v1/${path}`, { method })).text()
}

/**
 * The highest status that each request with a mark `attack=…` gets from now on, preflights aside; 0 for one that
 * the browser gave up.
 */
export function watchAttacks({ context }: Victim): ReadonlyMap<string, number> {
  const seen = new Map<string, number>()
  const note = (url: string, status: number) => {
    const mark = new URL(url).searchParams.get('attack')
    if (mark !== null) seen.set(mark, Math.max(status, seen.get(mark) ?? 0))
  }
  context.on('response', (response) => {
    if (response.request().method() !== 'OPTIONS') note(response.url(), response.status())
  })
  context.on('requestfailed', (request) => note(request.url(), 0))
  return seen
}
