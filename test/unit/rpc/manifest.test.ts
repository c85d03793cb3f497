import { describe, expect, it } from 'vitest'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import { defineCommand, empty } from '../../../src/rpc/declare/command.ts'
import { commandPaths, commandTree } from '../../../src/rpc/declare/manifest.ts'
import { bool, text } from '../../../src/rpc/declare/wire.ts'

const leaf = { about: 'Do a thing', args: {}, reply: empty() }
const some = [
  defineCommand({ ...leaf, path: 'swarm/addrs', options: {} }),
  defineCommand({ ...leaf, path: 'swarm/addrs/local', options: { id: bool('Show it') } }),
  defineCommand({
    ...leaf,
    path: 'add',
    options: { quiet: bool('Less', { alias: 'q' }), hash: text('Which') },
  }),
]

describe('commandTree()', () => {
  it('folds paths into groups and commands, sorted by name', () => {
    const { Name, Subcommands } = commandTree(some)

    expect(Name).toBe('ipfs')
    expect(Subcommands).toEqual([
      { Name: 'add', Subcommands: [], Options: [{ Names: ['quiet', 'q'] }, { Names: ['hash'] }] },
      {
        Name: 'swarm',
        Subcommands: [
          {
            Name: 'addrs',
            Subcommands: [{ Name: 'local', Subcommands: [], Options: [{ Names: ['id'] }] }],
            Options: [],
          },
        ],
        Options: [],
      },
    ])
  })

  it('lists the options that every command takes at the root, the long name first', () => {
    expect(commandTree(some).Options).toContainEqual({ Names: ['encoding', 'enc'] })
    expect(commandTree(some).Options).toContainEqual({ Names: ['timeout'] })
  })

  it('has a node for every command of the registry', () => {
    const lines = commandPaths(commandTree(REGISTRY), { withOptions: false })

    expect(lines).toEqual(
      expect.arrayContaining(REGISTRY.map(({ path }) => `ipfs ${path.split('/').join(' ')}`)),
    )
  })
})

describe('commandPaths()', () => {
  it('prints one line for each command and group', () => {
    expect(commandPaths(commandTree(some), { withOptions: false })).toEqual([
      'ipfs',
      'ipfs add',
      'ipfs swarm',
      'ipfs swarm addrs',
      'ipfs swarm addrs local',
    ])
  })

  it('prints the options of each command when asked', () => {
    expect(commandPaths(commandTree(some), { withOptions: true })).toEqual([
      'ipfs',
      'ipfs add',
      'ipfs add --hash',
      'ipfs add --quiet / ipfs add -q',
      'ipfs swarm',
      'ipfs swarm addrs',
      'ipfs swarm addrs local',
      'ipfs swarm addrs local --id',
    ])
  })
})
