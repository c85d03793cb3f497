import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listeningPorts } from './listening-ports.ts'
import { recordedRuntimes, sharedStarter } from './run-starter.ts'

const PATHS = [
  '/api/v0/version',
  '/core/store-temp-file',
  '/core/public-url',
  '/core/log',
  '/browser/launch',
  '/',
]
/** No test changes it. */
const starter = sharedStarter()
const HOSTS = ['evil.example', 'evil.example:5001', '127.0.0.1:1']

describe.runIf(process.platform === 'linux')('every port of npm start', () => {
  it('refuses a foreign Host, also with the header that replaces the address in the simulator', async () => {
    const { dataFolder, pid, url } = starter()
    const pids = [pid, ...recordedRuntimes(dataFolder).map((runtime) => runtime.pid)]
    const served = Number(new URL(url).port)
    const ports = pids.flatMap(listeningPorts)
    expect(ports).toContain(served)
    const others = ports.filter((port) => port !== served)

    const answers = await Promise.all(
      others.flatMap((port) =>
        PATHS.flatMap((path) =>
          HOSTS.map((host) => ask(port, path, { Host: host, 'MF-Original-URL': url + path })),
        ),
      ),
    )
    const own = await ask(served, '/api/v0/version', {
      Host: 'evil.example',
      'MF-Original-URL': `${url}/api/v0/version`,
    })

    expect(new Set(answers)).toEqual(new Set([403]))
    expect(own).toBe(403)
  })

  it('refuses other programs also by the names that its own runtime uses, and is not ended by them', async () => {
    const { dataFolder, pid, url, complaints } = starter()
    const served = Number(new URL(url).port)
    const [runtime] = recordedRuntimes(dataFolder)
    const others = [pid, runtime?.pid ?? 0].flatMap(listeningPorts).filter((port) => port !== served)
    const services = [{}, { 'MF-Custom-Node-Service': 'x' }, { 'MF-Custom-Fetch-Service': '0/#DISK' }]
    const outside = `/core/store-temp-file?prefix=../..${dataFolder}/packs`

    const answers = await Promise.all(
      others.flatMap((port) =>
        [...PATHS, outside].flatMap((path) =>
          ['localhost', 'disk', 'core:entry'].flatMap((host) =>
            services.map(async (headers) => [host, await ask(port, path, { Host: host, ...headers })]),
          ),
        ),
      ),
    )

    const accepted = answers.filter(([host, status]) => status !== 403 && host !== 'core:entry')
    expect(accepted).toEqual([])
    expect((await fetch(`${url}/api/v0/version`, { method: 'POST' })).status).toBe(200)
    expect(readdirSync(join(dataFolder, 'packs'))).toEqual([])
    expect(complaints()).toBe('')
  })
})

describe('a request that makes no sense', () => {
  it('is answered by its path when it has an empty body, which a read does not need', async () => {
    const { url, complaints } = starter()
    const port = Number(new URL(url).port)
    const statuses = ['/nope', '/favicon.ico', '/events/', '/'].map((path) =>
      ask(port, path, { Host: 'localhost' }, 'GET'),
    )

    expect(await Promise.all(statuses)).toEqual([404, 404, 200, 200])
    expect(complaints()).toBe('')
  })

  it('is refused, and fills no log', async () => {
    const { url, complaints } = starter()
    const port = Number(new URL(url).port)

    for (const host of ['[::1', 'x:99999999'])
      expect(await ask(port, '/api/v0/version', { Host: host })).toBe(400)
    expect(await ask(port, '/api/v0/version', { Host: 'localhost', 'Content-Length': '9'.repeat(30) })).toBe(
      400,
    )
    expect(await ask(port, `${url}/api/v0/version`, { Host: 'localhost' })).toBe(500)
    expect(await ask(port, '*', { Host: 'a b' })).toBe(500)
    expect(await ask(port, 'example.org:443', { Host: 'example.org:443' }, 'CONNECT')).toBe(500)

    expect(complaints()).toBe('')
  })
})

/** The status of a request that is sent as it is written here. */
function ask(
  port: number,
  target: string,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)))
    const sent = method === 'CONNECT' ? headers : { 'Content-Length': '0', Connection: 'close', ...headers }
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.on('data', () => socket.end())
  })
}
