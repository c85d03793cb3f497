import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeState } from '../hostile/store-state.ts'
import type { Send } from '../hosts/host.ts'
import { type RunningWorkerd, startWorkerd } from '../hosts/start-workerd.ts'

const TYPE = 'Content-Type: multipart/form-data; boundary=b'
const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
const BODY = `${HEAD}never whole\r\n--b--\r\n`
const ADD = 'POST /api/v0/add HTTP/1.1\r\nHost: localhost'

interface Bytes {
  readonly name: string
  readonly sent: string
  /** How the answer begins; nothing where the connection ends without one. */
  readonly answered: RegExp
}

const NOTHING_OR_REFUSED = /^$|^HTTP\/1\.1 (400|500|501) /

const LIES: readonly Bytes[] = [
  ['a length one byte beyond the body', `Content-Length: ${BODY.length + 1}`, BODY.slice(0, -20)],
  ['a length far beyond the body', 'Content-Length: 9000000000000000', BODY.slice(0, -20)],
  ['a length inside the body', `Content-Length: ${BODY.length - 10}`, BODY],
  ['a length inside the headers of a part', 'Content-Length: 30', BODY],
  ['a length of nothing', 'Content-Length: 0', BODY],
  ['a negative length', 'Content-Length: -1', BODY],
  ['a length that is no number', 'Content-Length: many', BODY],
  ['a length beyond 64 bits', `Content-Length: ${'9'.repeat(40)}`, BODY],
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 400', BODY],
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked', chunk(BODY.slice(0, -20))],
  ['an unknown coding', 'Transfer-Encoding: identity, chunky', BODY],
  ['a chunk cut short', 'Transfer-Encoding: chunked', chunk(BODY).slice(0, -30)],
  ['a chunk that says more than it has', 'Transfer-Encoding: chunked', `ffff\r\n${BODY}\r\n0\r\n\r\n`],
  ['a chunk that says less than it has', 'Transfer-Encoding: chunked', `5\r\n${BODY}\r\n0\r\n\r\n`],
  ['a chunk size that is no number', 'Transfer-Encoding: chunked', `zz\r\n${BODY}\r\n0\r\n\r\n`],
  ['a chunk size beyond 64 bits', 'Transfer-Encoding: chunked', `${'f'.repeat(20)}\r\n${BODY}`],
  ['chunks without the last', 'Transfer-Encoding: chunked', `${chunk(HEAD)}`.slice(0, -5)],
].map(([name = '', header = '', body = '']) => ({
  name,
  sent: `${ADD}\r\n${TYPE}\r\n${header}\r\n\r\n${body}`,
  answered: NOTHING_OR_REFUSED,
}))

const NO_REQUESTS: readonly Bytes[] = [
  ['nothing', ''],
  ['a line end', '\r\n'],
  ['bytes', '\0\x01\xff'.repeat(1000)],
  ['a line of a megabyte', `POST /${'x'.repeat(1_000_000)} HTTP/1.1\r\n\r\n`],
  ['headers of a megabyte', `${ADD}\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`],
  ['10,000 headers', `${ADD}\r\n${'X: y\r\n'.repeat(100_000)}\r\n`],
  ['another protocol', 'SSH-2.0-OpenSSH_9.0\r\n'],
  ['a start of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
].map(([name = '', sent = '']) => ({ name, sent, answered: /^$|^HTTP\/1\.1 (4\d\d|50[15]) / }))

let workerd: RunningWorkerd

beforeAll(async () => {
  workerd = await startWorkerd()
})
afterAll(() => workerd.stop())

describe('bytes with a wrong length', () => {
  const send: Send = (target, init) => fetch(new URL(`${target}`, workerd.url), init)

  it.each([...LIES, ...NO_REQUESTS])('store and acknowledge nothing: $name', async ({ sent, answered }) => {
    const before = await storeState(send)

    const answer = await exchange(workerd.url, sent)

    expect(answer).toMatch(answered)
    expect(answer).not.toContain('"Hash"')
    expect(await storeState(send)).toEqual(before)
  })

  it('leave nothing under way', async () => {
    await expect.poll(() => underWay(send), { timeout: 20_000 }).toEqual([0, 0, 1])
  })
})

describe('a body of a megabyte that is refused at once', () => {
  it.each([
    ['a bad option', 'add?mode=1&mode=2', 'to have only a single value'],
    ['a bad chunker', 'add?chunker=none', 'unrecognized chunker option: none'],
    ['a later part that is broken', 'add?progress=true', 'malformed MIME header line'],
  ])('is answered and never cut off: %s', async (_, command, text) => {
    const body = new Blob([
      HEAD,
      new Uint8Array(300_000),
      '\r\n--b\r\nbroken\r\n\r\n',
      new Uint8Array(1_000_000),
    ])
    const bytes = new Uint8Array(await body.arrayBuffer())
    const url = new URL(`/api/v0/${command}`, workerd.url)
    const said = Array.from({ length: 24 }, () => postAlone(url, bytes))

    for (const answer of await Promise.all(said)) expect(answer).toContain(text)
  })
})

/** Posts a form over a connection of its own: the node closes one on which it refused a body before its end. */
function postAlone(url: URL, body: Uint8Array): Promise<string> {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': body.byteLength }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        answer += text
      })
      response.on('end', () => resolve(answer))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
}

/** Sends the bytes, ends the sending side and resolves to what came back until the connection was over. */
function exchange(url: string, sent: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const end = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
    })
    socket.on('end', end)
    socket.on('error', end)
    socket.end(Buffer.from(sent, 'latin1'))
  })
}

async function underWay(send: Send): Promise<readonly number[]> {
  const response = await send('/api/v0/diag/sys', { method: 'POST' })
  const { tidepool }: { tidepool: { activity: Record<string, { now: number }> } } = await response.json()
  const { activity } = tidepool
  return ['storage-operations', 'bytes-in-flight', 'open-streams'].map((gauge) => activity[gauge]?.now ?? -1)
}
