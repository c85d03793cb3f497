import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'
import { chunkedFile, directory, rawFile, storeBlocks } from '../requests/stored-tree.ts'

const ABSENT = 'bafkreifybljphxewipkqwogagybxexqetowwm4wh6dhw65db76etasuctm'
const ALLOW = 'OPTIONS, POST'

let hello = ''

beforeAll(async () => {
  const added = await send('/api/v0/add?cid-version=1', form(file('hello.txt', 'hello world\n')))
  hello = (await added.json()).Hash
})

/** POST with arguments and options as they are in a URL. */
const call = (target: string) => send(`/api/v0/${target}`, { method: 'POST' })

async function refusal(response: Response) {
  const header = (name: string) => response.headers.get(name)
  return [response.status, await response.text(), header('Content-Type'), header('X-Content-Type-Options')]
}

const refused = (status: number, text: string) => [
  status,
  `${text}\n`,
  'text/plain; charset=utf-8',
  'nosniff',
]

describe('a request by another method than POST', () => {
  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('answers 405 to %s and says what is allowed', async (method) => {
    for (const path of ['version', 'block', 'nope']) {
      const response = await send(`/api/v0/${path}`, { method })

      expect(response.headers.get('Allow')).toBe(ALLOW)
      expect(await refusal(response)).toEqual(refused(405, '405 - Method Not Allowed'))
    }
  })

  it('answers HEAD with 405 and no body', async () => {
    const response = await send('/api/v0/version', { method: 'HEAD' })

    expect([response.status, response.headers.get('Allow'), await response.text()]).toEqual([405, ALLOW, ''])
  })

  it('answers OPTIONS that is no preflight with 204', async () => {
    const response = await send('/api/v0/version', { method: 'OPTIONS' })

    expect([response.status, response.headers.get('Allow'), await response.text()]).toEqual([204, ALLOW, ''])
  })
})

describe('the path of a command', () => {
  it.each([
    'nope',
    'block',
    'block/',
    'pin/remote',
    'pin/remote/service',
    'cid',
    'key',
    'object/patch',
    'nope/version',
    'version/a/b',
    '',
  ])('answers 404 to "%s"', async (path) => {
    expect(await refusal(await call(path))).toEqual(refused(404, '404 page not found'))
  })

  it('reads a last segment that names no command as the first argument', async () => {
    const response = await call(`cat/${hello}`)

    expect([response.status, await response.text()]).toEqual([200, 'hello world\n'])
    expect(await refusal(await call(`cat/${hello}/file`))).toEqual(refused(404, '404 page not found'))
  })

  it('reads a trailing slash as an empty argument', async () => {
    const response = await call(`cat/?arg=${hello}`)

    expect(response.status).toBe(500)
    expect((await response.json()).Message).toMatch(/^invalid path ""/)
  })
})

describe('options and arguments', () => {
  it.each([
    ['version?all=maybe', 'could not convert value "maybe" to type "bool" (for option "-all")'],
    ['cat?offset=', 'could not convert empty value to type "int64" (for option "-offset")'],
    ['cat?offset=x', 'could not convert value "x" to type "int64" (for option "-offset")'],
    ['cat?o=1.5', 'could not convert value "1.5" to type "int64" (for option "-offset")'],
    ['version?all=true&all=false', 'expected key all to have only a single value, received [true false]'],
    ['cat', 'argument "ipfs-path" is required'],
    ['add', "file argument 'path' is required"],
    ['add?pin=maybe', "file argument 'path' is required"],
    ['add?pin=maybe&pin=1', 'expected key pin to have only a single value, received [maybe 1]'],
    ['block/put', "file argument 'data' is required"],
    ['version?encoding=yaml', 'invalid encoding: yaml'],
    ['version?enc=xml', 'invalid encoding: xml'],
    ['version?timeout=10', 'invalid timeout: 10'],
    ['version?timeout=soon&encoding=yaml', 'invalid timeout: soon'],
  ])('answers 400 to %s', async (target, text) => {
    expect(await refusal(await call(target))).toEqual(refused(400, text))
  })

  it.each([
    ['all of a file', '', 'hello world\n'],
    ['an alias', '&o=6', 'world\n'],
    ['its long name', '&offset=6', 'world\n'],
    ['a number in another base', '&offset=0x6&length=05', 'world'],
    ['an unknown option, which is ignored', '&stream-channels=true&nope=1&nope=2', 'hello world\n'],
    ['a time limit', '&timeout=1h30m', 'hello world\n'],
    ['the rest of the global options', '&offline&debug=&config=x&api=y&help=F&L=t', 'hello world\n'],
  ])('reads %s', async (_, options, expected) => {
    const response = await call(`cat?arg=${hello}${options}`)

    expect([response.status, await response.text()]).toEqual([200, expected])
  })

  it.each(['', '=', '=1', '=t', '=TRUE'])('reads "?number%s" as true', async (value) => {
    const response = await call(`version?encoding=text&number${value}`)

    expect(await response.text()).toMatch(/^0\.\d/)
  })

  it.each(['=0', '=f', '=False'])('reads "?number%s" as false', async (value) => {
    const response = await call(`version?encoding=text&number${value}`)

    expect(await response.text()).toMatch(/^ipfs version/)
  })

  it('drops arguments that no place is left for', async () => {
    expect((await call(`block/stat?arg=${hello}&arg=x&arg=y`)).status).toBe(200)
  })

  it('reads arguments from the lines of a body', async () => {
    const response = await send('/api/v0/cat', form(file('', `${hello}\n`)))

    expect(await response.text()).toBe('hello world\n')
  })

  it.each(['0', '1ns', '999us'])('ends a call whose time of %s is over before it begins', async (timeout) => {
    for (const command of ['version', 'repo/stat', `cat?arg=${hello}`]) {
      const response = await call(`${command}${command.includes('?') ? '&' : '?'}timeout=${timeout}`)

      expect([response.status, await response.json()]).toEqual([
        500,
        { Message: 'context deadline exceeded', Code: 0, Type: 'error' },
      ])
    }
  })
})

/** The headers that tell clients how to read an answer. */
const TOLD = [
  'Access-Control-Allow-Headers',
  'Access-Control-Expose-Headers',
  'Content-Type',
  'X-Chunked-Output',
  'X-Stream-Output',
  'X-Content-Length',
] as const

const LISTED = 'X-Stream-Output, X-Chunked-Output, X-Content-Length'
const READABLE = `${LISTED}, X-Stream-Error-In-Body`
const told = (response: Response) => TOLD.map((name) => response.headers.get(name))

describe('the headers of an answer', () => {
  it.each([
    ['one value', 'version', ['application/json', null, null, null]],
    ['one value as text', 'version?encoding=text', ['text/plain', null, null, null]],
    ['lines of values', 'refs/local', ['application/json', '1', null, null]],
    ['bytes', 'cat?arg=$', ['text/plain', null, '1', '12']],
    ['a part of the bytes', 'cat?arg=$&length=5', ['text/plain', null, '1', '5']],
    ['an early error', `block/get?arg=${ABSENT}&offline=true`, ['application/json', null, null, null]],
  ])('say that it is %s', async (_, target, [type, ...rest]) => {
    const response = await call(target.replace('$', hello))
    await response.arrayBuffer()

    expect(told(response)).toEqual([LISTED, READABLE, type, ...rest])
    expect(response.headers.get('Server')).toMatch(/^tidepool\//)
    expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/)
  })

  it('are those of a plain refusal when the request itself is wrong', async () => {
    const response = await call('cat')

    expect(told(response)).toEqual([null, null, 'text/plain; charset=utf-8', null, null, null])
    expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/)
  })
})

describe('an error of a command', () => {
  it('is JSON with status 500, never 404, when content is absent', async () => {
    const response = await call(`block/get?arg=${ABSENT}&offline=true`)

    expect([response.status, await response.text()]).toEqual([
      500,
      `{"Message":"block was not found locally (offline): ipld: could not find ${ABSENT}","Code":0,"Type":"error"}\n`,
    ])
  })

  it('is the bare message as text', async () => {
    const response = await call(`block/get?arg=${ABSENT}&offline=true&encoding=text`)

    expect([response.status, response.headers.get('Content-Type'), await response.text()]).toEqual([
      500,
      'text/plain',
      `block was not found locally (offline): ipld: could not find ${ABSENT}`,
    ])
  })

  it('is JSON with status 500 when a multibase is unknown', async () => {
    const response = await call(`pin/ls?cid-base=nope`)

    expect([response.status, await response.json()]).toEqual([
      500,
      { Message: 'Unsupported multibase encoding: nope', Code: 0, Type: 'error' },
    ])
  })

  it('is the last line of an answer that has begun', async () => {
    const absent = await chunkedFile([await rawFile('transport, never stored')])
    const root = await directory({ a: await rawFile('a'), b: absent })
    const held = root.blocks.filter(({ cid }) => !cid.equals(absent.cid))
    await storeBlocks(send, held)

    const response = await call(`ls?arg=${root.cid}&stream=true`)
    const lines = (await response.text()).split('\n')

    expect([response.status, response.headers.get('X-Stream-Error-In-Body')]).toEqual([200, '1'])
    expect(lines.map((line) => line && JSON.parse(line))).toEqual([
      { Objects: [expect.objectContaining({ Links: [expect.objectContaining({ Name: 'a' })] })] },
      {
        Message: `block was not found locally (offline): ipld: could not find ${absent.cid}`,
        Code: 0,
        Type: 'error',
      },
      '',
    ])
  })
})
