import { describe, expect, it } from 'vitest'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../../src/rpc/declare/command.ts'
import { type CallExample, EXAMPLES } from '../../../src/rpc/openapi/examples.ts'
import { openApi } from '../../../src/rpc/openapi.ts'

const commands: readonly AnyCommand[] = REGISTRY
const examples: readonly (readonly [string, CallExample])[] = Object.entries(EXAMPLES)

/** As a reader gets it. */
const document = JSON.parse(JSON.stringify(openApi(REGISTRY)))
const operations: Operation[] = Object.values(document.paths).flatMap((item) => Object.values(item as object))

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly 'x-tidepool-served': boolean
}

interface Parameter {
  readonly name: string
  readonly schema: unknown
  readonly example?: unknown
}

describe('openApi()', () => {
  it('describes every command at its path, and itself', () => {
    const paths = commands.map(({ path }) => `/${path}`)

    expect(Object.keys(document.paths)).toEqual([...paths, '/openapi.json'])
  })

  it('names each operation once', () => {
    const names = operations.map(({ operationId }) => operationId)

    expect(names).toEqual([...new Set(names)])
  })

  it('refers to nothing that is not there', () => {
    const references = new Set(referencesIn(document))

    expect(references.size).toBeGreaterThan(50)
    expect([...references].filter((reference) => lookUp(reference) === undefined)).toEqual([])
  })

  it('puts each operation under one declared tag', () => {
    const declared = document.tags.map(({ name }: { name: string }) => name)

    for (const { tags } of operations) expect([declared.includes(tags[0]), tags.length]).toEqual([true, 1])
  })

  it('says which commands this build serves', () => {
    const served = commands.filter(({ run }) => run !== undefined).map(({ path }) => path)
    const said = commands
      .filter(({ path }) => document.paths[`/${path}`].post['x-tidepool-served'])
      .map(({ path }) => path)

    expect(said).toEqual(served)
  })

  it('describes a command with its arguments, options, body and replies', () => {
    const { post } = document.paths['/block/put']

    expect(post).toMatchObject({ operationId: 'blockPut', tags: ['Content'], 'x-tidepool-served': true })
    expect(post.parameters).toContainEqual({
      name: 'format',
      in: 'query',
      description: expect.stringContaining('Alias: `f`.'),
      schema: { type: 'string' },
      'x-tidepool-aliases': ['f'],
    })
    expect(Object.keys(post.requestBody.content)).toEqual(['multipart/form-data'])
    expect(Object.keys(post.responses)).toEqual(['200', '400', '403', '404', '405', '429', '500'])
  })

  it('gives all positional arguments as one parameter', () => {
    const one = document.paths['/block/get'].post.parameters[0]
    const two = document.paths['/pin/update'].post.parameters[0]
    const any = document.paths['/pin/ls'].post.parameters[0]

    expect(one).toMatchObject({ name: 'arg', schema: { type: 'string' } })
    expect(two.schema).toEqual({ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 })
    expect(any).toMatchObject({ required: false, schema: { type: 'array', items: { type: 'string' } } })
  })

  it('describes a shape that contains itself', () => {
    expect(JSON.stringify(document.components.schemas.CommandsReply)).toContain(
      '"#/components/schemas/CommandsReply"',
    )
  })

  it('asks for a token where keys are given away', () => {
    expect(document.paths['/key/export'].post.security).toEqual([{ bearer: [] }, { basic: [] }])
  })

  it('marks what is experimental and what is deprecated', () => {
    const options: readonly Parameter[] = document.paths['/add'].post.parameters

    expect(options.find(({ name }) => name === 'inline')).toMatchObject({
      'x-tidepool-status': 'experimental',
    })
    expect(document.paths['/file/ls'].post.deprecated).toBe(true)
    expect(document.components.parameters.local.deprecated).toBe(true)
  })
})

describe('the example of', () => {
  it.each(examples)('%s fits its declaration', (path, { args = {}, options = {}, body, reply }) => {
    const command = commands.find((candidate) => candidate.path === path)
    if (!command) throw new Error('no such command')

    for (const [name, value] of Object.entries(args)) expect(accepts(command.args[name], value)).toBe(true)
    for (const [name, value] of Object.entries(options)) {
      expect(accepts(command.options[name], value)).toBe(true)
    }
    expect(body !== undefined).toBe(command.body !== undefined)
    if (command.reply.schema) expect(accepts(command.reply.schema, reply)).toBe(true)
    else expect(typeof reply).toBe('string')
  })

  it('a declaration is refused when it does not fit', () => {
    const put = commands.find(({ path }) => path === 'block/put')

    expect(accepts(put?.reply.schema, { Key: 1 })).toBe(false)
  })
})

/** One value of an argument that may repeat is a list of one. */
function accepts(schema: AnyCommand['reply']['schema'], value: unknown): boolean {
  return schema !== undefined && [value, [value]].some((form) => schema.safeParse(form).success)
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

function lookUp(reference: string): unknown {
  let found: unknown = document
  for (const name of reference.replace(/^#\//, '').split('/')) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
  }
  return found
}
