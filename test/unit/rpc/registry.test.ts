import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../../src/rpc/declare/command.ts'
import { GLOBAL_OPTIONS } from '../../../src/rpc/declare/global-options.ts'
import { routerOf } from '../../../src/rpc/declare/registry.ts'
import { wireMeta } from '../../../src/rpc/declare/wire.ts'
import { NEWER_COMMANDS } from '../../../src/rpc/sections/newer-commands.ts'
import endpoints from '../../fixtures/rpc/endpoints.json' with { type: 'json' }

const FOLDER = join(import.meta.dirname, '../../../src/rpc/commands')

const documented = endpoints.map(({ path }) => path)
const commands: readonly AnyCommand[] = REGISTRY
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
  .map((file) => file.slice(0, -'.ts'.length))

describe('REGISTRY', () => {
  it('holds every path of the document, in its order', () => {
    expect(commands.filter(({ extension }) => !extension).map(({ path }) => path)).toEqual(documented)
    expect(documented).toHaveLength(139)
  })

  it('has after them what is newer than the document, then its own below paths that the document lacks', () => {
    const newer = NEWER_COMMANDS.map(({ path }) => path)
    const own = commands.slice(documented.length + newer.length)
    const groups = new Set(documented.map((path) => path.split('/')[0]))

    expect(
      commands.slice(documented.length, documented.length + newer.length).map(({ path }) => path),
    ).toEqual(newer)
    const misplaced = own.filter(({ extension, path }) => !extension || groups.has(path.split('/')[0]))
    expect(
      misplaced.map(({ path }) => path),
      'no extension, or below a path of the document',
    ).toEqual([])
  })

  it('has one file for each command, at the path of the command', () => {
    expect(files.sort()).toEqual(commands.map(({ path }) => path).sort())
  })

  it.each(files)('commands/%s.ts exports one value, named for its path', (file) => {
    const source = readFileSync(join(FOLDER, `${file}.ts`), 'utf8')
    const name = file.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())

    expect([...source.matchAll(/^export const (\w+)/gm)].map(([, exported]) => exported)).toEqual([name])
  })

  it.each(commands.map(({ path, about }) => [path, about]))(
    '%s says what it does in one sentence',
    (_, about) => {
      expect(about).toMatch(/^[A-Z][^.]+[^.\s]$/)
    },
  )

  it.each(commands.map((command) => [command.path, command] as const))(
    '%s gives each option its own names',
    (_, command) => {
      const names = Object.entries({ ...command.options, ...GLOBAL_OPTIONS }).flatMap(([long, schema]) => [
        long,
        ...wireMeta(schema).aliases,
      ])

      expect(names).toEqual([...new Set(names)])
    },
  )

  it.each(commands.map((command) => [command.path, command] as const))(
    '%s takes required arguments first, and several values in the last alone',
    (_, command) => {
      const args = Object.values(command.args).map(wireMeta)
      const kinds = args.map(({ required }) => required === true)

      expect(kinds).toEqual([...kinds].sort((a, b) => Number(b) - Number(a)))
      expect(args.slice(0, -1).filter(({ variadic, fromBody }) => variadic || fromBody)).toEqual([])
    },
  )

  it('uses the one-letter option f for different things, each within one command', () => {
    const long = (path: string) => {
      const options = commands.find((command) => command.path === path)?.options ?? {}
      return Object.keys(options).find(
        (name) => options[name] && wireMeta(options[name]).aliases.includes('f'),
      )
    }

    expect(['dag/put', 'files/rm', 'key/rename', 'mount', 'commands'].map(long)).toEqual([
      'format',
      'flush',
      'force',
      'cas-path',
      'flags',
    ])
  })
})

describe('routerOf()', () => {
  const route = routerOf(commands)
  const found = (path: string) => {
    const { command, pathArgs } = route(path) ?? {}
    return command && [command.path, ...(pathArgs ?? [])]
  }

  it.each(documented)('leads %s to its command', (path) => {
    expect(found(path)).toEqual([path])
  })

  it.each([
    ['refs/nope', ['refs', 'nope']],
    ['files/ls/', ['files/ls', '']],
    ['bootstrap/nope', ['bootstrap', 'nope']],
    ['files/stat/%2Fa%20b', ['files/stat', '/a b']],
    ['files/stat/%zz', ['files/stat', '%zz']],
  ])('takes the last segment of %s as an argument', (path, expected) => {
    expect(found(path)).toEqual(expected)
  })

  it.each([
    '',
    'nope',
    'files',
    'files/',
    'pin/remote',
    'object/patch',
    'files/ls/a/b',
    'FILES/ls',
    'toString',
  ])('finds nothing at "%s"', (path) => {
    expect(found(path)).toBeUndefined()
  })
})
