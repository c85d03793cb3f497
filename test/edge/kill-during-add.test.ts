import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { randomChunks } from '../requests/random-bytes.ts'
import { isRunning, recordedRuntimes, runStarter, type Starter, temporaryFolder } from './run-starter.ts'

const MIB = 1024 * 1024
const BOUNDARY = 'tidepool-test-boundary'
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="half"\r\n\r\n`
/** By then several batches are stored. */
const CUT_AFTER_BYTES = 48 * MIB
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
async function addSmall(url: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob(['acknowledged']), 'small')
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

  it.each(victims)('of %s keeps what was acknowledged, and nothing of the half', async (_, kill) => {
    const dataFolder = temporaryFolder()
    const first = await runStarter({ dataFolder })
    const runtime = recordedRuntimes(dataFolder)[0]?.pid ?? 0
    const small = await addSmall(first.url)
    const before = { pins: await post(first.url, 'pin/ls'), stat: await post(first.url, 'repo/stat') }

    const isCut = Promise.withResolvers<void>()
    const adding = addUntilCut(first.url, isCut.resolve)
    await isCut.promise
    kill(first, runtime)
    // A starter that lives brings its runtime back, until it is asked to end.
    first.kill('SIGTERM')
    await first.ended
    const second = await runStarter({ dataFolder })
    const answer = await adding
    const pins = await post(second.url, 'pin/ls')
    const left = await post(second.url, 'repo/stat')
    await post(second.url, 'repo/gc')
    const swept = await post(second.url, 'repo/fsck')

    expect(answer).not.toContain('"Hash"')
    expect(isRunning(runtime)).toBe(false)
    expect(await post(second.url, `cat?arg=${small}`)).toBe('acknowledged')
    expect(pins).toBe(before.pins)
    expect(await post(second.url, 'repo/stat')).toBe(before.stat)
    expect(swept).toContain('fsck')
    expect(left).not.toBe(before.stat)
  })
})
