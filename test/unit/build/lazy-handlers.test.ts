import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { onlyHandlers, withoutHandlers } from '../../../web/app/build/lazy-handlers-plugin.ts'

const COMMANDS = join(import.meta.dirname, '../../../src/rpc/commands')
const get = readFileSync(join(COMMANDS, 'ledger/get.ts'), 'utf8')

describe('withoutHandlers()', () => {
  it('keeps the declaration of a command, and loads its handler', () => {
    const declared = withoutHandlers(get, './get.ts?handler')

    expect(declared).toContain(`path: 'ledger/get'`)
    expect(declared).toContain(`cid: text('CID of the stored record`)
    expect(declared).toContain(`import('./get.ts?handler'))).ledgerGet.run(parts, input)`)
  })

  it('imports only what the declaration needs', () => {
    const declared = withoutHandlers(get, './get.ts?handler')

    expect(declared).toContain('../../declare/wire.ts')
    expect(declared).not.toContain('ledger/queries')
    expect(declared).not.toContain('readUint64')
  })

  it('yields the lines of a command that replies with lines', () => {
    const watch = readFileSync(join(COMMANDS, 'ledger/watch.ts'), 'utf8')

    expect(withoutHandlers(watch, './watch.ts?handler')).toContain('async *run(parts, input) { yield* (await')
  })

  it('leaves a module without a handler alone', () => {
    const alias = `export const keyLs = alias('key/ls', keyList)\n`

    expect(withoutHandlers(alias, './ls.ts?handler')).toBe(alias)
  })
})

describe('onlyHandlers()', () => {
  it('keeps the handler of a command, and nothing of its declaration', () => {
    const handler = onlyHandlers(get)

    expect(handler).toContain('getUpdateByHeight(state, { rollappId, height }')
    expect(handler).not.toContain('CID of the stored record')
  })
})
