import type { BrowserContext, BrowserContextOptions } from 'playwright'
import { onTestFinished } from 'vitest'
import { CHOICE_CHANNEL } from '../../web/host/node-choice.ts'
import type { Opened, OpenOptions } from './open-page.ts'
import { type PageServer, startPageServer } from './page-server.ts'
import { newProfile, runningBrowser } from './running-browser.ts'

/** A profile and the server of its pages, for all tests of this process that want the same profile. */
interface Visited {
  readonly context: BrowserContext
  readonly server: PageServer
  isInUse: boolean
  /** Decides what the server answers besides the page, from now on. */
  answer(options: Pick<OpenOptions, 'extras' | 'behind'>): void
}

/** A picture has the origin, and no script that would store anything. */
const EMPTY_PAGE = 'icon-192.png'

/** By the options of the profile. It ends with its browser, which ends with the process. */
const visited = new Map<string, Promise<Visited>>()

/** See `TestBrowser`. */
export async function openAgain({ at = '', profile, ...answers }: OpenOptions = {}): Promise<Opened> {
  const name = JSON.stringify(profile ?? {})
  const first = !visited.has(name)
  const opening = visited.get(name) ?? visit(profile)
  visited.set(name, opening)
  const profileVisited = await opening
  const { context, server, answer } = profileVisited
  if (profileVisited.isInUse) throw new Error('Opened twice in one test: take `open` for the second profile')
  profileVisited.isInUse = true
  answer({})
  const page = context.pages()[0] ?? (await context.newPage())
  const size = JSON.stringify(page.viewportSize())
  onTestFinished(async () => {
    if (JSON.stringify(page.viewportSize()) !== size) await page.close()
    await Promise.all(context.pages().map((one) => one !== page && one.close()))
    await context.clearPermissions()
    answer({})
    try {
      await server.startAgain()
      if (!page.isClosed()) await page.goto(server.url + EMPTY_PAGE)
      profileVisited.isInUse = false
    } catch {
      // The next test visits a server at another port for the first time.
      visited.delete(name)
      await context.close()
    }
  })
  if (!first) {
    if (page.url() !== server.url + EMPTY_PAGE) await page.goto(server.url + EMPTY_PAGE)
    await page.evaluate(emptyStorage, CHOICE_CHANNEL)
  }
  answer(answers)
  await page.goto(server.url + at)
  return { server, context, page }
}

async function visit(profile: BrowserContextOptions | undefined): Promise<Visited> {
  let answers: Pick<OpenOptions, 'extras' | 'behind'> = {}
  const server = await startPageServer({}, (request) => {
    const extra = answers.extras?.[new URL(request.url).pathname]
    return answers.behind?.(request) ?? (extra && Promise.resolve(new Response(extra.body, extra)))
  })
  const context = await newProfile(await runningBrowser(), profile)
  return {
    context,
    server,
    isInUse: false,
    answer(next) {
      answers = next
    },
  }
}

/** Empties the storage of the origin. The service worker stays, closes what is deleted, and forgets the chosen node. */
async function emptyStorage(choiceChannel: string): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  const databases = await indexedDB.databases()
  await Promise.all(databases.map(({ name = '' }) => deleted(name)))
  const files = await navigator.storage.getDirectory()
  for await (const name of files.keys()) await files.removeEntry(name, { recursive: true })
  const worker = (await navigator.serviceWorker.getRegistration())?.active
  const { port1, port2 } = new MessageChannel()
  const forgotten = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }))
  port1.start()
  worker?.postMessage(choiceChannel, [port2])
  if (worker) await forgotten

  function deleted(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = () => resolve()
      request.onerror = () => reject(request.error)
    })
  }
}
