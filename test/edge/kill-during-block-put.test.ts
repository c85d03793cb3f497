import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { isRunning, recordedRuntimes, runStarter, type Starter, temporaryFolder } from './run-starter.ts'

const BOUNDARY = 'tidepool-test-boundary'
/** Beyond 16 KiB in every second part: some blocks live in rows, others in the bucket. */
const PART_SIZES = [3_000, 30_000]

/** Parts without an end, each of other bytes. */
function part(victim: string, number: number): Buffer {
  const bytes = Buffer.alloc(PART_SIZES[number % PART_SIZES.length] ?? 0, `part ${number} of ${victim};`)
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${number}"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')])
}

/** Sends parts until the connection is cut; resolves to the keys it was told. `meanwhile` runs after the twentieth. */
function putUntilCut(url: string, victim: string, meanwhile: () => void): Promise<string[]> {
  return new Promise((resolve) => {
    let text = ''
    let isCut = false
    let number = 0
    const outgoing = request(`${url}/api/v0/block/put`, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    })
    const send = () => {
      while (!outgoing.destroyed && outgoing.write(part(victim, number++))) if (number % 10 === 0) break
      if (!outgoing.destroyed) setTimeout(send, 20)
    }
    const end = () => {
      outgoing.destroy()
      resolve(keysOf(text))
    }
    outgoing.on('error', end)
    outgoing.on('response', (incoming) => {
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        text += chunk
        if (isCut || keysOf(text).length < 20) return
        isCut = true
        meanwhile()
      })
      incoming.on('error', end)
      incoming.on('close', end)
    })
    send()
  })
}

function keysOf(text: string): string[] {
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line).Key).filter((key) => key !== undefined)
}

async function sizeOf(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/api/v0/block/get?arg=${key}`, { method: 'POST' })
  return response.status === 200 ? (await response.arrayBuffer()).byteLength : -1
}

describe('npm start after kill -9 in the middle of block/put', () => {
  const victims: readonly (readonly [string, (starter: Starter, runtime: number) => void])[] = [
    ['the starter alone', (starter) => starter.kill('SIGKILL')],
    [
      'the starter and workerd',
      (starter, runtime) => {
        process.kill(runtime, 'SIGKILL')
        starter.kill('SIGKILL')
      },
    ],
  ]

  it('finds every block that was acknowledged, whichever process was killed', async () => {
    const dataFolder = temporaryFolder()
    let running = await runStarter({ dataFolder })
    for (const [victim, kill] of victims) {
      const first = running
      const runtime = recordedRuntimes(dataFolder)[0]?.pid ?? 0

      const writing = putUntilCut(first.url, victim, () => kill(first, runtime))
      await first.ended
      running = await runStarter({ dataFolder })
      const { url } = running
      const acknowledged = await writing

      expect(isRunning(runtime), victim).toBe(false)
      expect(acknowledged.length, victim).toBeGreaterThanOrEqual(20)
      const sizes = await Promise.all(acknowledged.map((key) => sizeOf(url, key)))
      expect(sizes, victim).toEqual(acknowledged.map((_, number) => PART_SIZES[number % PART_SIZES.length]))
    }
  })
})
