import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SweepReport } from '../../src/ports/blockstore.ts'
import { bundleWorker } from './bundle-worker.ts'
import {
  isRunning,
  NODE,
  recordedRuntimes,
  runStarter,
  type Starter,
  temporaryFolder,
} from './run-starter.ts'
import type { Findings } from './worker/findings.ts'

const script = await bundleWorker('blocks-worker.ts')

async function open() {
  const dataFolder = temporaryFolder()
  const scriptPath = join(dataFolder, 'blocks-worker.js')
  await writeFile(scriptPath, script)
  const start = () =>
    runStarter({
      dataFolder,
      environment: { BLOCKS_SCRIPT: scriptPath },
      command: [NODE, 'test/edge/starter/start-blocks.ts'],
    })
  return { start, runtime: () => recordedRuntimes(dataFolder)[0]?.pid ?? 0 }
}

/** Acknowledged rounds, until the writing ends by itself; `meanwhile` runs once, after the twentieth. */
async function writeUntilCut(url: string, meanwhile: () => void): Promise<number[]> {
  const response = await fetch(url, { method: 'POST' })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let isCut = false
  try {
    for (;;) {
      const next = await reader?.read()
      if (!next || next.done) break
      text += next.value
      if (!isCut && text.split('\n').length > 20) {
        isCut = true
        meanwhile()
      }
    }
  } catch {
    // The connection is cut: that is the point.
  }
  return text.split('\n').slice(0, -1).map(Number)
}

/** Asks until it answers: the runtime may be on its way back. */
async function findings(url: string): Promise<Findings> {
  for (;;) {
    try {
      return await (await fetch(url)).json()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function expectIntact(url: string, acknowledged: readonly number[]): Promise<void> {
  const { whole, broken, isCounted } = await findings(url)
  expect(acknowledged.length).toBeGreaterThanOrEqual(20)
  expect(whole).toEqual(expect.arrayContaining([...acknowledged]))
  expect(broken).toEqual([])
  expect(isCounted).toBe(true)
}

describe('after kill -9 in the middle of a write', () => {
  it('of the starter alone, the next start ends the orphan and finds everything acknowledged', async () => {
    const { start, runtime } = await open()
    const first = await start()
    const orphan = runtime()

    const writing = writeUntilCut(first.url, () => {
      first.kill('SIGKILL')
    })
    await first.ended
    const isOrphanAlive = isRunning(orphan)
    const second = await start()
    const acknowledged = await writing

    expect(isOrphanAlive).toBe(true)
    expect(isRunning(orphan)).toBe(false)
    expect(runtime()).not.toBe(orphan)
    await expectIntact(second.url, acknowledged)
    await expectCleanEnd(second)
  })

  it('of workerd alone, the starter brings it back on the same port and writes it down', async () => {
    const { start, runtime } = await open()
    const starter = await start()
    const killed = runtime()

    const acknowledged = await writeUntilCut(starter.url, () => process.kill(killed, 'SIGKILL'))

    await expectIntact(starter.url, acknowledged)
    expect(isRunning(killed)).toBe(false)
    expect(isRunning(runtime())).toBe(true)
    expect(runtime()).not.toBe(killed)
    await expectCleanEnd(starter)
  })

  it('of both, again and again, nothing acknowledged is lost, nor after the index of its packs was', async () => {
    const { start, runtime } = await open()
    const acknowledged: number[] = []

    for (let round = 0; round < 3; round += 1) {
      const starter = await start()
      const written = await writeUntilCut(starter.url, () => {
        if (round === 0) starter.kill('SIGKILL')
        process.kill(runtime(), 'SIGKILL')
        starter.kill('SIGKILL')
      })
      acknowledged.push(...written)
      await starter.ended
    }
    const last = await start()

    await expectIntact(last.url, acknowledged)
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    const repaired: SweepReport = await (await fetch(last.url, { method: 'DELETE' })).json()
    expect(repaired.indexedBlocks).toBeGreaterThan(0)
    expect(repaired.unreadable).toEqual([])
    await expectIntact(last.url, acknowledged)
    await expectCleanEnd(last)
  })
})

describe('a client that leaves in the middle of a reply', () => {
  it('is told to the object, which stops writing', async () => {
    const { start } = await open()
    const starter = await start()
    const leaving = new AbortController()

    const response = await fetch(starter.url, { method: 'POST', signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()

    await expect.poll(async () => (await findings(starter.url)).left, { timeout: 20_000 }).toBe(1)
    const { whole } = await findings(starter.url)
    expect((await findings(starter.url)).whole).toEqual(whole)
    await expectCleanEnd(starter)
  })
})

async function expectCleanEnd(starter: Starter): Promise<void> {
  starter.kill('SIGTERM')
  expect(await starter.ended).toBe(0)
}
