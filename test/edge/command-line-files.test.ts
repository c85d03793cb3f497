import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PROJECT, temporaryFolder } from './run-starter.ts'
import { runTidepool, serve, serveNothing } from './run-tidepool.ts'

/** A socket, which is no folder and cannot be opened, whoever runs the test. */
async function makeSocket(path: string): Promise<void> {
  const server = createServer().listen(path)
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.on('listening', resolve))
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that sends the beginning of a reply, and no more. */
function serveBegin(): Promise<string> {
  return listen(
    createHttpServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-tar' })
      response.write('a')
    }),
  )
}

const PROGRAM = join(PROJECT, 'dist/cli/tidepool.js')

describe('tidepool', () => {
  it('says in one line that a file cannot be opened', async () => {
    const folder = temporaryFolder()
    await makeSocket(join(folder, 'socket'))
    const { at } = await serveNothing('end')

    for (const words of [
      ['add', 'socket'],
      ['call', 'dag/import', 'socket'],
    ]) {
      expect(await runTidepool(folder, words, { at })).toEqual({
        code: 1,
        out: '',
        complaints: "ENXIO: no such device or address, open 'socket'\n",
      })
    }
  })

  it('prints a name on one line, without what would control the terminal', async () => {
    const folder = temporaryFolder()
    const line = { Name: 'two\nlines\u001b[31m', Hash: 'QmTides', Size: '1' }
    const headers = { 'X-Chunked-Output': '1' }
    const { at } = await serve(Buffer.from(`${JSON.stringify(line)}\n`), {
      type: 'application/json',
      headers,
    })
    writeFileSync(join(folder, 'a'), 'text')

    const { out } = await runTidepool(folder, ['add', 'a'], { at })

    expect(out).toBe('added QmTides two\\nlines\\x1b[31m\n')
  })

  it('refuses a folder as standard input', async () => {
    const folder = temporaryFolder()
    const { at } = await serveNothing('end')
    const input = openSync(folder, 'r')

    for (const words of [
      ['add', '-'],
      ['call', 'block/put'],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
        env: { ...process.env, TIDEPOOL_API: at },
        stdio: [input, 'pipe', 'pipe'],
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([2, 'Cannot read the standard input: it is a folder\n'])
    }
    closeSync(input)
  })

  it('says of a name that is not UTF-8 that it is none', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'site'))
    writeFileSync(Buffer.concat([Buffer.from(join(folder, 'site/a')), Buffer.from([0xff])]), 'text')
    const { at } = await serveNothing('end')

    const { code, complaints } = await runTidepool(folder, ['add', 'site'], { at })

    expect([code, complaints]).toEqual([1, 'Cannot add "site/a\ufffd": its name is not UTF-8\n'])
  })
  it.each([{ words: ['get', 'QmTides'] }, { words: ['backup', 'node.car'] }])(
    'leaves nothing of $words.0 that a signal ends',
    async ({ words }) => {
      const folder = temporaryFolder()
      const at = await serveBegin()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        const child = spawn(process.execPath, [PROGRAM, ...words], {
          cwd: folder,
          env: { ...process.env, TIDEPOOL_API: at },
        })
        const ended = once(child, 'exit')
        // At once: between the making of a file and the listener for signals, it would be left.
        while (readdirSync(folder).length === 0) await new Promise((resolve) => setImmediate(resolve))

        child.kill(signal)

        expect([await ended, readdirSync(folder)]).toEqual([[null, signal], []])
      }
    },
  )
  it('completes an upload whose output nobody reads to its end, and ends any other call then', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'a'), 'text')
    const received: boolean[] = []
    const server = createHttpServer(async (request, response) => {
      request.resume()
      response.on('close', () => received.push(response.writableFinished))
      response.writeHead(200, { 'Content-Type': 'application/json', 'X-Chunked-Output': '1' })
      for (const Name of ['a', 'b', 'c', 'd']) {
        response.write(`${JSON.stringify({ Name, Hash: 'QmTides' })}\n`)
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
      response.end()
    })
    const at = await listen(server)
    const runUntilFirstLine = async (...words: string[]) => {
      const child = spawn(process.execPath, [PROGRAM, ...words], {
        cwd: folder,
        env: { ...process.env, TIDEPOOL_API: at },
      })
      child.stdout.once('data', () => child.stdout.destroy())
      return once(child, 'close')
    }

    expect(await runUntilFirstLine('add', 'a')).toEqual([0, null])
    expect(await runUntilFirstLine('pin', 'ls')).toEqual([0, null])

    await expect.poll(() => received).toEqual([true, false])
  })
})
