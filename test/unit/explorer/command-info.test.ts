import { describe, expect, it } from 'vitest'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import { command, described } from './described.ts'

describe('commandInfos()', () => {
  it('has each command of the registry with its arguments and options', () => {
    const ours = described.map(({ path, args, options }) => ({
      path,
      args: args.map(({ name }) => name),
      options: options.map(({ name }) => name),
    }))

    expect(ours).toEqual(
      REGISTRY.map(({ path, args, options }) => ({
        path,
        args: Object.keys(args),
        options: Object.keys(options),
      })),
    )
  })

  it('tells which commands take files, and which of those take several', () => {
    expect(command('add').body).toMatchObject({ name: 'path', isRequired: true, takesSeveral: true })
    expect(command('files/write').body).toMatchObject({ name: 'data', takesSeveral: false })
    expect(command('pin/add').body).toBeUndefined()
    expect(command('version').body).toBeUndefined()
  })

  it('keeps the options of every command apart', () => {
    expect(command('version').common.map(({ name }) => name)).toEqual([
      'timeout',
      'offline',
      'cid-base',
      'upgrade-cidv0-in-output',
    ])
  })
})
