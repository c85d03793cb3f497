import { describe, expect, it } from 'vitest'
import { completions } from '../../edge/local/cli/completion.ts'
import { REGISTRY } from '../../src/rpc/commands/index.ts'
import { listCommands } from '../../src/rpc/declare/command-list.ts'
import { temporaryFolder } from './run-starter.ts'
import { runTidepool } from './run-tidepool.ts'

const COMMANDS = [
  ...['start', 'add', 'get', 'cat', 'ls', 'pin', 'token', 'calendar-user', 'backup', 'restore', 'call'],
  'completion',
]

const run = (...words: string[]) => runTidepool(temporaryFolder(), words, { at: '' })

describe('tidepool --help', () => {
  it('describes every command that it lists, in one form', async () => {
    const general = await run('--help')
    const helps = await Promise.all(COMMANDS.map((command) => run(command, '--help')))

    expect([...general.out.matchAll(/^ {2}([a-z][a-z-]+) {2,}\S/gm)].map(([, name]) => name)).toEqual(
      COMMANDS,
    )
    for (const [at, { code, out, complaints }] of helps.entries()) {
      expect([code, complaints]).toEqual([0, ''])
      expect(out).toMatch(new RegExp(`^Usage: tidepool ${COMMANDS[at]} .*\\[options\\]\n\n\\S`))
      expect(out).toMatch(/\n\n(?:Options|Commands):\n {2}\S/)
    }
  })

  it('is the same by help, by -h, and before the command', async () => {
    const [add, files] = await Promise.all([run('add', '--help'), run('call', 'files/ls', '--help')])
    const others = await Promise.all([run('help', 'add'), run('add', '-h'), run('--help', 'add')])
    const ofFiles = await Promise.all([run('help', 'call', 'files/ls'), run('call', '--help', 'files/ls')])

    expect(others.map(({ out }) => out)).toEqual([add.out, add.out, add.out])
    expect(ofFiles.map(({ out }) => out)).toEqual([files.out, files.out])
    expect(files.out).toMatch(/^Usage: tidepool call files\/ls \[<path>\] \[options\]\n/)
  })

  it('says what add, get, cat and ls do here, without options that have no effect here', async () => {
    const [add, get, cat, ls] = await Promise.all(
      ['add', 'get', 'cat', 'ls'].map((command) => run(command, '--help')),
    )

    expect(add?.out).toMatch(/^Usage: tidepool add <path>… \[options\]\n/)
    expect(get?.out).toMatch(/ --output <string> +Path to write to/)
    for (const { out = '' } of [add, get, cat, ls].map((help) => help ?? { out: '' }))
      expect(out).not.toMatch(/without effect|command line|tar|--archive|the reply|Answer/)
    expect(add?.out).toContain('--hidden')
  })

  it('lists the options of a token and the roles of a user', async () => {
    const [token, user] = await Promise.all([run('token', '--help'), run('calendar-user', '--help')])

    expect(token.out).toMatch(/ --days <number> .*\n {2}--path <path> /)
    expect(user.out).toMatch(/ --role <role> .*subscriber, contributor, author, editor, administrator/)
  })
})

describe('tidepool', () => {
  it('lists the commands of a group that is called without one, or with one that it lacks', async () => {
    const calls = [
      ['pin'],
      ['pin', '--json'],
      ['pin', 'foo'],
      ['pin', 'remote', 'foo'],
      ['call', 'pin/foo'],
      ['call', 'repo'],
    ]

    const ended = await Promise.all(calls.map((words) => run(...words)))

    const ofPin = 'add, ls, remote, rm, update, verify\n'
    expect(ended.map(({ code, complaints }) => [code, complaints])).toEqual([
      [2, `pin needs a command: ${ofPin}`],
      [2, `pin needs a command: ${ofPin}`],
      [2, `pin has no command "foo": ${ofPin}`],
      [2, 'pin remote has no command "foo": add, ls, rm, service\n'],
      [2, `call pin has no command "foo": ${ofPin}`],
      [2, 'call repo needs a command: fsck, gc, ls, stat, verify, version\n'],
    ])
  })

  it('describes the commands of a group', async () => {
    const [pin, repo] = await Promise.all([run('pin', '--help'), run('call', 'repo', '--help')])

    expect(pin.out).toMatch(/\n {2}pin add .*\n(?:.*\n)* {2}pin remote service add /)
    expect(repo.out).toMatch(/^Usage: tidepool call repo <command> .*\n(?:.*\n)* {2}repo\/gc /)
  })

  it('says that the API has no such path', async () => {
    const ended = await Promise.all([run('call'), run('call', 'nope'), run('call', 'nope', '--help')])

    expect(ended.map(({ code, complaints }) => [code, complaints])).toEqual([
      [2, 'call needs a command of the API: tidepool call --help lists them\n'],
      [2, 'No command of the API has the path "nope": tidepool call --help lists them\n'],
      [2, 'No command of the API has the path "nope": tidepool call --help lists them\n'],
    ])
  })

  it('completes the options of its own commands', () => {
    const commands = listCommands(REGISTRY)

    expect(completions(['backup', '--p'], commands)).toEqual(['--partial', '--passphrase-file'])
    expect(completions(['add', '--hid'], commands)).toEqual(['--hidden'])
    expect(completions(['token', '--'], commands)).toEqual(['--days', '--help', '--path'])
  })
})
