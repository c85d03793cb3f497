import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeUrl, workerOptions } from '../../edge/local/worker-options.ts'
import { formatUsers } from '../../src/calendar/access/users.ts'
import { configuredUsers, credentialsOf } from '../hosts/calendar-users.ts'
import { recordedRuntimes, runStarter, sharedStarter, temporaryFolder } from './run-starter.ts'

const USERS = formatUsers(await configuredUsers())
const HEADERS = { 'Content-Type': 'application/json', ...credentialsOf('admin') }
const EVENT = { title: 'Alarm', start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' }

async function writeEvent(url: string): Promise<void> {
  const init = { method: 'POST', headers: HEADERS, body: JSON.stringify(EVENT) }
  const response = await fetch(new URL('/cal/events/v1/events', url), init)
  expect(response.status).toBe(201)
}

async function call(url: string, command: string): Promise<Response> {
  return fetch(new URL(`/api/v0/${command}`, url), { method: 'POST' })
}

/** Blocks of the calendar's rollapp in the ledger, which is read alone: no call here takes what is due. */
async function anchored(url: string): Promise<number> {
  const response = await call(url, 'ledger/audit')
  const lines = (await response.text()).trim().split('\n')
  const last: { readonly Commits?: string | number } = JSON.parse(lines.at(-1) ?? '{}')
  return Number(last.Commits ?? 0)
}

/** How many packs the drain has written. */
function packs(dataFolder: string): number {
  const files = readdirSync(join(dataFolder, 'packs'), { recursive: true, withFileTypes: true })
  return files.filter((file) => file.isFile()).length
}

describe('the alarm of the node', () => {
  const soon = sharedStarter({ environment: { CALENDAR_USERS: USERS, LEDGER_BATCH_SECONDS: '1' } })

  it('brings a batch into the ledger when its time has come, without a write', async () => {
    const { url } = soon()
    const before = await anchored(url)

    await writeEvent(url)
    await writeEvent(url)

    await expect.poll(() => anchored(url), { timeout: 30_000, interval: 200 }).toBe(before + 2)
  })

  it('brings in each commit once after a kill between the write and the batch', async () => {
    const dataFolder = temporaryFolder()
    const environment = { CALENDAR_USERS: USERS, LEDGER_BATCH_SECONDS: '86400' }
    const killed = await runStarter({ dataFolder, environment })
    await writeEvent(killed.url)
    await writeEvent(killed.url)
    killed.kill('SIGKILL')
    process.kill(recordedRuntimes(dataFolder)[0]?.pid ?? 0, 'SIGKILL')
    await killed.ended

    const { url } = await runStarter({
      dataFolder,
      environment: { ...environment, LEDGER_BATCH_SECONDS: '1' },
    })

    await expect.poll(() => anchored(url), { timeout: 30_000, interval: 200 }).toBe(2)
    const report = (await (await call(url, 'ledger/audit')).text()).trim().split('\n').at(-1)
    expect(JSON.parse(report ?? '{}')).toMatchObject({ Commits: 2 })
  })

  it('does not let the drain of blocks and the batch take the alarm from each other', async () => {
    const { dataFolder, url } = soon()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(200_000)]))
    const before = await anchored(url)

    await writeEvent(url)
    const added = await fetch(new URL('/api/v0/add', url), { method: 'POST', body: form })
    expect(added.ok).toBe(true)
    await added.body?.cancel()

    await expect.poll(() => anchored(url), { timeout: 30_000, interval: 200 }).toBe(before + 1)
    await expect.poll(() => packs(dataFolder), { timeout: 30_000, interval: 200 }).toBe(1)
  })

  it('does not start with a setting of the ledger that cannot be read', async () => {
    const options = await workerOptions({ port: 0, variables: { LEDGER_KEEP_ROOTS: 'some' } })
    const worker = new Miniflare(options)
    onTestFinished(() => worker.dispose())

    const url = await nodeUrl(worker, options)
    const response = await fetch(new URL('/api/v0/version', url), { method: 'POST' })

    expect(response.status).toBe(503)
    await response.body?.cancel()
  })
})
