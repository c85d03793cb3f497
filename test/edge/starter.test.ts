import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { publicNetwork } from '../../edge/local/public-network.ts'
import { separateWorkers } from '../../edge/local/separate-workers.ts'
import { workerOptions } from '../../edge/local/worker-options.ts'
import { formatAuthorizations } from '../../src/access/authorizations.ts'
import { makeToken } from '../../src/access/tokens.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import {
  isRunning,
  NODE,
  PROJECT,
  recordedProcesses,
  recordedRuntimes,
  runStarter,
  sharedStarter,
  temporaryFolder,
} from './run-starter.ts'

describe('npm start', () => {
  /** For tests that only ask it. */
  const running = sharedStarter()

  it('keeps its object in memory without calls, for the runtime drops others after ten seconds', async () => {
    const object = { NODE: { unsafePreventEviction: true } }

    const options = separateWorkers(await workerOptions({ port: 0 }))

    expect(options).toMatchObject({ workers: [{ durableObjects: object }, { durableObjects: object }] })
  })

  it('gives the network, with all certificates of the machine, and its end to the object alone', async () => {
    const [DISK, STARTER] = [() => new Response(), () => new Response()]
    const serviceBindings = { PUBLIC_NETWORK: publicNetwork(), DISK, STARTER }

    const options = separateWorkers({ ...(await workerOptions({ port: 0 })), serviceBindings })

    expect(options).toHaveProperty('workers.0.serviceBindings.DISK')
    for (const name of ['PUBLIC_NETWORK', 'STARTER']) {
      expect(options).not.toHaveProperty(`workers.0.serviceBindings.${name}`)
      expect(options).toHaveProperty(`workers.1.serviceBindings.${name}`)
    }
  })

  it('prints one line per address, then ready, and serves each', async () => {
    const { lines, url } = running()

    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(lines).toEqual([`${url}/api/v0`, `${url}/ipfs/`, `${url}/cal/events/v1/`, `${url}/`, 'ready'])
    const page = await fetch(`${url}/`)
    const worker = await fetch(`${url}/sw.js`)
    const version = await fetch(`${url}/api/v0/version`, { method: 'POST' })
    const { diskinfo } = await (await fetch(`${url}/api/v0/diag/sys`, { method: 'POST' })).json()
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('<title>')
    expect(worker.headers.get('content-type')).toContain('text/javascript')
    expect(await version.json()).toMatchObject({ System: 'workerd/edge' })
    expect(diskinfo.free_space).toBeGreaterThan(0)
  })

  it('names its data folder, ends when the node is shut down, after its answer, and starts again, also on a record that cannot be read', async () => {
    const dataFolder = temporaryFolder()
    const { url, ended } = await runStarter({ dataFolder })
    const stat = await fetch(`${url}/api/v0/repo/stat`, { method: 'POST' })
    expect(await stat.json()).toMatchObject({ RepoPath: dataFolder })

    const answer = await fetch(`${url}/api/v0/shutdown`, { method: 'POST' })

    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(await ended).toBe(0)
    writeFileSync(join(dataFolder, 'process.json'), '{"runtimes":[{"pid":"1"},null,7')
    expect((await runStarter({ dataFolder })).lines.at(-1)).toBe('ready')
  })

  it('compresses the page for clients that accept it, and tells who has it that it is the same', async () => {
    const { url } = running()
    const get = (path: string, headers: Record<string, string>) => fetch(`${url}${path}`, { headers })

    const page = await get('/', { 'Accept-Encoding': 'gzip, deflate, br' })
    const whole = await get('/', { 'Accept-Encoding': 'identity' })
    const refused = await get('/', { 'Accept-Encoding': 'br, gzip;q=0' })
    const picture = await get('/icon-192.png', { 'Accept-Encoding': 'gzip' })

    expect(page.headers.get('content-encoding')).toBe('gzip')
    expect(page.headers.get('vary')).toContain('Accept-Encoding')
    expect(await page.text()).toBe(await whole.text())
    for (const plain of [whole, refused, picture]) expect(plain.headers.has('content-encoding')).toBe(false)
    const tag = page.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\//)
    const same = await get('/', { 'Accept-Encoding': 'gzip', 'If-None-Match': tag })
    const head = await fetch(`${url}/`, { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } })
    expect([same.status, head.status, head.headers.get('content-encoding')]).toEqual([304, 200, 'gzip'])
    for (const { headers } of [same, head]) {
      expect([headers.get('etag'), headers.get('vary')]).toEqual([tag, page.headers.get('vary')])
    }
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`prints four lines after the name of one script, and ends with 0 and without its workerd after ${signal} to npm`, async () => {
      const dataFolder = temporaryFolder()
      // The level of the npm that runs the tests would hold for this one too.
      const environment = { npm_config_loglevel: 'notice' }
      const npm = await runStarter({ dataFolder, environment, command: ['npm', 'start'] })
      const [runtime] = recordedRuntimes(dataFolder)
      expect(npm.lines.filter((line) => line.startsWith('> tidepool@'))).toHaveLength(1)
      expect(npm.lines.slice(-5)).toEqual([
        expect.stringMatching(/\/api\/v0$/),
        expect.stringMatching(/\/ipfs\/$/),
        expect.stringMatching(/\/cal\/events\/v1\/$/),
        expect.stringMatching(/^http.*\d\/$/),
        'ready',
      ])

      npm.kill(signal)

      expect(await npm.ended).toBe(0)
      await expect.poll(npm.complaints).toMatch(/^Stopping$/m)
      expect(isRunning(runtime?.pid ?? 0)).toBe(false)
    })
  }

  it('ends with 0 and without an error after a signal that comes while it starts', async () => {
    const dataFolder = temporaryFolder()
    const starting = runStarter({ dataFolder })
    const early = await vi.waitFor(
      () => {
        const processes = recordedProcesses(dataFolder)
        expect(processes.runtimes).toHaveLength(1)
        return processes.starter
      },
      { timeout: 30_000, interval: 5 },
    )
    process.kill(early.pid, 'SIGTERM')
    const starter = await starting

    expect(await starter.ended).toBe(0)
    expect([starter.lines, starter.complaints()]).toEqual([[], 'Stopping\n'])
  })

  it('says in one line that another program has the port, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.on('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0

    const starter = await runStarter({ dataFolder: temporaryFolder(), port })

    expect(await starter.ended).toBe(1)
    expect(starter.complaints()).toBe(`Cannot listen on 127.0.0.1:${port}: in use by another program\n`)
    expect(starter.lines).toEqual([])
  })

  it('says in one line that the machine does not have the address, and ends with 1', async () => {
    const { authorization } = await makeToken({
      ...{ random: seededRandom(1), name: 'laptop', expiresAtMs: undefined, allowedPaths: ['/api/v0'] },
    })
    const API_AUTHORIZATIONS = formatAuthorizations(new Map([['laptop', authorization]]))
    const environment = { TIDEPOOL_HOST: '203.0.113.9', API_AUTHORIZATIONS }

    const starter = await runStarter({ dataFolder: temporaryFolder(), environment, port: 5001 })

    expect(await starter.ended).toBe(1)
    expect(starter.complaints()).toBe(
      'Cannot listen on 203.0.113.9:5001: this machine does not have the address\n',
    )
  })

  it('refuses a PORT that is none', async () => {
    const starter = await runStarter({ dataFolder: temporaryFolder(), port: '80a' })

    expect(await starter.ended).toBe(1)
    expect(starter.complaints()).toBe('Cannot listen on PORT "80a": not a number from 0 to 65535\n')
  })

  it('binds to a public address once there is a token, and then requires one from every caller', async () => {
    const { stdout } = await promisify(execFile)(
      NODE,
      ['edge/local/make-token.ts', 'laptop', '--days', '1'],
      {
        cwd: PROJECT,
      },
    )
    const [, token, , , authorizations = ''] = stdout.split('\n')
    const environment = { TIDEPOOL_HOST: '0.0.0.0', API_AUTHORIZATIONS: authorizations }

    const { url } = await runStarter({ dataFolder: temporaryFolder(), environment })

    const { port } = new URL(url)
    const statusWith = async (headers: HeadersInit) =>
      (await fetch(`http://127.0.0.1:${port}/api/v0/version`, { method: 'POST', headers })).status
    expect(await statusWith({})).toBe(403)
    expect(await statusWith({ Authorization: `Bearer ${token}` })).toBe(200)
    expect(await statusWith({ Authorization: `Bearer ${token}x` })).toBe(403)
  })

  it('says in one line that it would be open to others, and ends with 1', async () => {
    const environment = { TIDEPOOL_HOST: '0.0.0.0' }

    const starter = await runStarter({ dataFolder: temporaryFolder(), environment })

    expect(await starter.ended).toBe(1)
    expect(starter.complaints()).toBe(
      'Cannot listen on TIDEPOOL_HOST "0.0.0.0": API_AUTHORIZATIONS holds no token (npm run token makes one)\n',
    )
  })

  it('prints the address of loopback that it was told to serve, and serves there', async () => {
    const environment = { TIDEPOOL_HOST: '127.0.0.2' }

    const { url } = await runStarter({ dataFolder: temporaryFolder(), environment })

    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/)
    const headers = { Origin: url }
    expect((await fetch(`${url}/api/v0/version`, { method: 'POST', headers })).status).toBe(200)
    const foreign = { Origin: url.replace('127.0.0.2', '127.0.0.3') }
    expect((await fetch(`${url}/api/v0/version`, { method: 'POST', headers: foreign })).status).toBe(403)
  })

  it('says in one line that it cannot use a data folder, and ends with 1', async () => {
    const starter = await runStarter({ dataFolder: '/proc/tidepool' })

    expect(await starter.ended).toBe(1)
    expect(starter.complaints()).toBe(
      'Cannot use data folder "/proc/tidepool": ENOENT: no such file or directory. Name another folder by TIDEPOOL_DATA\n',
    )
    expect(starter.lines).toEqual([])
  })

  it('does not take a data folder from a running starter', async () => {
    const { dataFolder, ...first } = running()

    const second = await runStarter({ dataFolder })

    expect(await second.ended).toBe(1)
    expect(second.complaints()).toBe(
      `Cannot use data folder "${dataFolder}": in use by process ${first.pid}\n`,
    )
    expect((await fetch(`${first.url}/`)).status).toBe(200)
  })
})
