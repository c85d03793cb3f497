import { describe, expect, it } from 'vitest'
import { type AnyCommand, defineCommand, empty } from '../../../src/rpc/declare/command.ts'
import { arg, args, bool, int, list, optionalArg, optionalArgs, text } from '../../../src/rpc/declare/wire.ts'
import type { FormPart } from '../../../src/rpc/form/form-part.ts'
import { readInput } from '../../../src/rpc/serve/input.ts'
import { file, form } from '../../requests/form.ts'

const base = { about: 'Do a thing', options: {}, reply: empty() }
const one = defineCommand({ ...base, path: 'one', args: { ref: arg('One', { fromBody: true }) } })
const many = defineCommand({ ...base, path: 'many', args: { 'ipfs-path': args('Many', { fromBody: true }) } })
const pair = defineCommand({ ...base, path: 'pair', args: { key: arg('One'), value: optionalArg('Two') } })
const any = defineCommand({ ...base, path: 'any', args: { peer: optionalArgs('Any', { fromBody: true }) } })
const upload = defineCommand({ ...base, path: 'upload', args: {}, body: 'object data' })
const either = defineCommand({
  ...base,
  path: 'either',
  args: { topic: arg('Topic'), data: optionalArg('Message') },
  body: 'data',
})
const flags = defineCommand({
  ...base,
  path: 'flags',
  args: {},
  options: {
    pin: bool('Pin', { alias: 'p', fallback: true }),
    quiet: bool('Less'),
    depth: int('Depth', { alias: 'd', fallback: -1 }),
    offset: int('Offset', { wire: 'int64' }),
    size: int('Size', { wire: 'uint' }),
    name: text('Name', { alias: ['n', 'called'] }),
    status: list('States', { alias: 's', fallback: ['pinned'] }),
  },
})

function read(command: AnyCommand, query = '', { body, pathArgs = [], signal }: Sent = {}) {
  const request = new Request(`http://127.0.0.1/api/v0/x${query}`, { method: 'POST', ...body })
  return readInput(command, request, { pathArgs, end: { signal } })
}

interface Sent {
  readonly body?: RequestInit
  readonly pathArgs?: readonly string[]
  readonly signal?: AbortSignal
}

const lines = (content: string) => form(file('args', content))

async function textOf({ content }: FormPart): Promise<string> {
  const chunks: BlobPart[] = []
  for await (const chunk of content) chunks.push(chunk.slice())
  return new Blob(chunks).text()
}

async function texts(parts: AsyncIterable<FormPart> | undefined): Promise<string[]> {
  const found: string[] = []
  if (parts) for await (const part of parts) found.push(await textOf(part))
  return found
}

describe('readInput() of options', () => {
  it('gives fallbacks for what was not sent, and leaves the rest absent', async () => {
    const { options } = await read(flags)

    expect(options).toMatchObject({ pin: true, depth: -1, status: ['pinned'] })
    expect(options['quiet']).toBeUndefined()
    expect(options['offset']).toBeUndefined()
  })

  it.each([
    ['?pin', true],
    ['?pin=', true],
    ['?pin=1', true],
    ['?pin=T', true],
    ['?pin=TRUE', true],
    ['?pin=0', false],
    ['?pin=f', false],
    ['?pin=False', false],
    ['?p=false', false],
  ])('reads the flag in %s as %s', async (query, value) => {
    expect((await read(flags, query)).options['pin']).toBe(value)
  })

  it.each([
    ['?depth=10', 10],
    ['?d=-10', -10],
    ['?depth=%2B7', 7],
    ['?depth=0x1F', 31],
    ['?depth=010', 8],
    ['?depth=0o10', 8],
    ['?depth=0b101', 5],
    ['?depth=1_000', 1000],
    ['?depth=-1_0', -10],
    ['?depth=0x_1F', 31],
    ['?depth=0b_1_01', 5],
    ['?depth=0o_10', 8],
    ['?depth=0_10', 8],
    ['?depth=00_1', 1],
    ['?depth=-0', 0],
    ['?depth=00', 0],
    ['?depth=2147483647', 2147483647],
    ['?depth=-2147483648', -2147483648],
  ])('reads the number in %s as %d', async (query, value) => {
    expect((await read(flags, query)).options['depth']).toBe(value)
  })

  it.each([
    ['?pin=maybe', 'could not convert value "maybe" to type "bool" (for option "-pin")'],
    ['?p=2', 'could not convert value "2" to type "bool" (for option "-pin")'],
    ['?depth=', 'could not convert empty value to type "int" (for option "-depth")'],
    ['?depth=x', 'could not convert value "x" to type "int" (for option "-depth")'],
    ['?depth=1.5', 'could not convert value "1.5" to type "int" (for option "-depth")'],
    ['?depth=09', 'could not convert value "09" to type "int" (for option "-depth")'],
    ['?depth=2147483648', 'could not convert value "2147483648" to type "int" (for option "-depth")'],
    [
      '?offset=9223372036854775808',
      'could not convert value "9223372036854775808" to type "int64" (for option "-offset")',
    ],
    ['?size=-1', 'could not convert value "-1" to type "uint" (for option "-size")'],
    ['?size=4294967296', 'could not convert value "4294967296" to type "uint" (for option "-size")'],
    ['?depth=%22', 'could not convert value "\\"" to type "int" (for option "-depth")'],
    ['?pin=true&pin=false', 'expected key pin to have only a single value, received [true false]'],
    ['?p=a&p=b&p=c', 'expected key p to have only a single value, received [a b c]'],
    [
      '?encoding=json&encoding=text',
      'expected key encoding to have only a single value, received [json text]',
    ],
  ])('refuses %s', async (query, message) => {
    await expect(read(flags, query)).rejects.toMatchObject({ code: 'invalid-argument', message })
  })

  it.each(['1__0', '_1', '1_', '0_', '0_9', '0x_', '_0x1'])(
    'refuses %s, whose underscore is misplaced',
    async (value) => {
      const message = `could not convert value "${value}" to type "int" (for option "-depth")`

      await expect(read(flags, `?depth=${value}`)).rejects.toMatchObject({ message })
    },
  )

  it.each(['?name=x', '?n=x', '?called=x'])('knows the option by every name: %s', async (query) => {
    expect((await read(flags, query)).options['name']).toBe('x')
  })

  it('takes an option sent under two names once', async () => {
    expect((await read(flags, '?n=short&name=long')).options['name']).toBe('long')
  })

  it('collects a repeated list, and splits it at no comma', async () => {
    expect((await read(flags, '?status=queued,failed&s=pinned')).options['status']).toEqual([
      'queued,failed',
      'pinned',
    ])
  })

  it('ignores what it does not know, even when it comes twice', async () => {
    await expect(read(flags, '?stream-channels=true&names=1&names=2')).resolves.toBeDefined()
  })

  it('reads an empty text as a text, and plus as a space', async () => {
    expect((await read(flags, '?name=')).options['name']).toBe('')
    expect((await read(flags, '?name=a+b%2Bc')).options['name']).toBe('a b+c')
  })

  it('reads the options that every command takes', async () => {
    const { global } = await read(one, '?arg=x&enc=text&timeout=1s&cid-base=b&L=true')

    expect(global).toMatchObject({ encoding: 'text', timeout: '1s', 'cid-base': 'b', local: true })
  })
})

describe('readInput() of arguments', () => {
  it('reads arguments of the path before those of the query', async () => {
    const { args } = await read(pair, '?arg=second', { pathArgs: ['first'] })

    expect(args).toEqual({ key: 'first', value: 'second' })
  })

  it('leaves an optional argument absent', async () => {
    expect((await read(pair, '?arg=a')).args).toEqual({ key: 'a', value: undefined })
  })

  it('counts an empty argument as one', async () => {
    expect((await read(pair, '?arg=')).args['key']).toBe('')
    expect((await read(pair, '', { pathArgs: [''] })).args['key']).toBe('')
  })

  it('drops arguments beyond those declared', async () => {
    expect((await read(pair, '?arg=a&arg=b&arg=c')).args).toEqual({ key: 'a', value: 'b' })
  })

  it('gives all to the argument that takes several', async () => {
    expect((await read(many, '?arg=a&arg=b')).args).toEqual({ 'ipfs-path': ['a', 'b'] })
  })

  it.each([
    ['ref', one],
    ['ipfs-path', many],
    ['key', pair],
  ])('asks for "%s" by name when it is missing', async (name, command) => {
    await expect(read(command)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: `argument "${name}" is required`,
    })
  })

  it('is content without optional arguments', async () => {
    expect((await read(any)).args).toEqual({ peer: [] })
  })
})

describe('readInput() of arguments in a body', () => {
  it('reads a missing argument from the first line', async () => {
    expect((await read(one, '', { body: lines('from body\r\nmore\n') })).args).toEqual({ ref: 'from body' })
  })

  it('leaves the body alone when the argument was sent', async () => {
    expect((await read(one, '?arg=sent', { body: lines('from body') })).args).toEqual({ ref: 'sent' })
  })

  it('adds all lines to the arguments where several are taken', async () => {
    const { args } = await read(many, '?arg=a', { body: lines('b\nc\n\nd') })

    expect(args).toEqual({ 'ipfs-path': ['a', 'b', 'c', 'd'] })
    expect((await read(any, '', { body: lines('p\nq') })).args).toEqual({ peer: ['p', 'q'] })
  })

  it('reads the first part alone', async () => {
    const body = form(file('args', 'a'), file('args', 'b'))

    expect((await read(many, '', { body })).args).toEqual({ 'ipfs-path': ['a'] })
  })

  it('reads no argument from a body for a command that does not allow it', async () => {
    await expect(read(pair, '', { body: lines('a') })).rejects.toThrow('argument "key" is required')
  })

  it('asks for the argument when the body is empty', async () => {
    await expect(read(one, '', { body: lines('') })).rejects.toThrow('argument "ref" is required')
    await expect(read(many, '', { body: form() })).rejects.toThrow('argument "ipfs-path" is required')
  })

  it('refuses more than 1 MiB of arguments', async () => {
    await expect(read(many, '', { body: lines('x'.repeat(1024 * 1024 + 1)) })).rejects.toMatchObject({
      code: 'invalid-argument',
    })
  })
})

describe('readInput() of files', () => {
  const missing = { code: 'invalid-argument', message: "file argument 'object data' is required" }

  it('gives every part in order', async () => {
    const { body } = await read(upload, '', { body: form(file('a', 'first'), file('', 'second')) })

    expect(await texts(body)).toEqual(['first', 'second'])
  })

  it.each([
    ['there is no body', {}],
    ['the body has another type', { body: 'plain', headers: { 'Content-Type': 'text/plain' } }],
    ['there is no part', form()],
    ['the boundary is missing', { body: '--x--', headers: { 'Content-Type': 'multipart/form-data' } }],
  ])('asks for the file when %s', async (_, body) => {
    await expect(read(upload, '', { body })).rejects.toMatchObject(missing)
  })

  it('takes an argument in place of the file of the same name', async () => {
    const { args, body } = await read(either, '?arg=topic&arg=message')

    expect(args).toEqual({ topic: 'topic', data: 'message' })
    expect(await texts(body)).toEqual([])
  })

  it('asks for the file when neither it nor the argument of its name was sent', async () => {
    await expect(read(either, '?arg=topic')).rejects.toThrow("file argument 'data' is required")
    const { body } = await read(either, '?arg=topic', { body: form(file('', 'message')) })
    expect(await texts(body)).toEqual(['message'])
  })
})

describe('readInput() in the order of the reference', () => {
  const all = defineCommand({
    ...base,
    path: 'all',
    args: { root: arg('Root') },
    options: { pin: bool('Pin') },
    body: 'data',
  })
  const body = form(file('', 'x'))

  it.each<[string, Sent, string]>([
    ['?pin=1&pin=2', {}, 'expected key pin to have only a single value, received [1 2]'],
    ['?pin=maybe', {}, "file argument 'data' is required"],
    ['?pin=maybe', { body }, 'could not convert value "maybe" to type "bool" (for option "-pin")'],
    ['?pin=true', { body }, 'argument "root" is required'],
  ])('finds the first fault of %s', async (query, sent, message) => {
    await expect(read(all, query, sent)).rejects.toThrow(message)
  })
})

describe('readInput() of a body that never ends', () => {
  it('ends with the signal, and tells the sender', async () => {
    const abort = new AbortController()
    const told = Promise.withResolvers<unknown>()
    const stalled = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('--b\r\n\r\nbegun')),
      cancel: (reason) => told.resolve(reason),
    })
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
    const init: RequestInit & { duplex: 'half' } = { body: stalled, headers, duplex: 'half' }
    const { body } = await read(upload, '', { body: init, signal: abort.signal })

    const reading = texts(body)
    abort.abort(new Error('enough'))

    await expect(reading).rejects.toThrow('enough')
    await told.promise
  })
})
