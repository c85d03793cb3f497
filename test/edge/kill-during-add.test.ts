import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { randomChunks } from '../requests/random-bytes.ts'
import { isRunning, recordedRuntimes, runStarter, type Starter, temporaryFolder } from './run-starter.ts'

const MIB = 1024 * 1024
const BOUNDARY = 'tidepool-test-boundary'
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="half"\r\n\r\n`
/** By then several batches are stored. */
const CUT_AFTER_BYTES = 24 * MIB
const BODY_BYTES = 1024 * MIB

/** Adds a file that has no end, tells `meanwhile` when enough of it was read, and resolves to what was answered. */
function addUntilCut(url: string, meanwhile: () => void): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    let isCut = false
    const chunks = randomChunks(7, BODY_BYTES)
    const outgoing = request(`${url}/api/v0/add?progress=true`, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    })
    const send = () => {
      for (let next = chunks.next(); !outgoing.destroyed && !next.done; next = chunks.next()) {
        if (!outgoing.write(next.value)) return
      }
    }
    const end = () => {
      outgoing.destroy()
      resolve(answer)
    }
    outgoing.on('drain', send)
    outgoing.on('error', end)
    outgoing.on('response', (incoming) => {
      incoming.setEncoding('utf8').on('data', (text: string) => {
        answer += text
        const read = Number(
          answer
            .match(/"Bytes":\d+/g)
            ?.at(-1)
            ?.slice(8) ?? 0,
        )
        if (isCut || read < CUT_AFTER_BYTES) return
        isCut = true
        meanwhile()
      })
      incoming.on('error', end)
      incoming.on('close', end)
    })
    outgoing.write(HEAD)
    send()
  })
}

async function post(url: string, command: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${url}/api/v0/${command}`, { method: 'POST', ...init })
  return response.text()
}

/** Adds what must outlive everything, and returns its CID. */
async function addSmall(url: string, text: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([text]), 'small')
  return JSON.parse(await post(url, 'add', { body })).Hash
}

describe('npm start after kill -9 in the middle of an add', () => {
  const victims: readonly (readonly [string, (starter: Starter, runtime: number) => void])[] = [
    ['the starter alone', (starter) => starter.kill('SIGKILL')],
    ['workerd alone', (_, runtime) => process.kill(runtime, 'SIGKILL')],
    [
      'both',
      (starter, runtime) => {
        process.kill(runtime, 'SIGKILL')
        starter.kill('SIGKILL')
      },
    ],
  ]

  it('keeps what was acknowledged, and nothing of the half', { timeout: 150_000 }, async () => {
    const dataFolder = temporaryFolder()
    let running = await runStarter({ dataFolder })
    for (const [victim, kill] of victims) {
      const first = running
      const runtime = recordedRuntimes(dataFolder)[0]?.pid ?? 0
      const small = await addSmall(first.url, victim)
      const before = { pins: await post(first.url, 'pin/ls'), stat: await post(first.url, 'repo/stat') }

      const isCut = Promise.withResolvers<void>()
      const adding = addUntilCut(first.url, isCut.resolve)
      await isCut.promise
      kill(first, runtime)
      // A starter that lives brings its runtime back, until it is asked to end.
      first.kill('SIGTERM')
      await first.ended
      running = await runStarter({ dataFolder })
      const { url } = running
      const answer = await adding
      const pins = await post(url, 'pin/ls')
      const left = await post(url, 'repo/stat')
      await post(url, 'repo/gc')
      const swept = await post(url, 'repo/fsck')

      expect(answer, victim).not.toContain('"Hash"')
      expect(isRunning(runtime), victim).toBe(false)
      expect(await post(url, `cat?arg=${small}`), victim).toBe(victim)
      expect(pins, victim).toBe(before.pins)
      expect(await post(url, 'repo/stat'), victim).toBe(before.stat)
      expect(swept, victim).toContain('fsck')
      expect(left, victim).not.toBe(before.stat)
    }
  })
})
