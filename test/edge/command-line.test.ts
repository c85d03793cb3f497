import {
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { packTar, type TarHeader } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completions } from '../../edge/local/cli/completion.ts'
import { reach } from '../../edge/local/cli/connection.ts'
import { errorText } from '../../edge/local/error-text.ts'
import { formatAuthorizations } from '../../src/access/authorizations.ts'
import { makeToken } from '../../src/access/tokens.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import { REGISTRY } from '../../src/rpc/commands/index.ts'
import { listCommands } from '../../src/rpc/declare/command-list.ts'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { temporaryFolder } from './run-starter.ts'
import { type Ended, runTidepool, serve } from './run-tidepool.ts'

let api: string
let stop: () => Promise<void>

/** Names what a backup with keys needs. */
const { token: mover, authorization } = await makeToken({
  ...{ random: seededRandom(9), name: 'mover', expiresAtMs: undefined },
  allowedPaths: ['backup', 'key/export', 'key/rotate'].map((path) => `/api/v0/${path}`),
})

beforeAll(async () => {
  const API_AUTHORIZATIONS = formatAuthorizations(new Map([['mover', authorization]]))
  ;({ url: api, stop } = await startWorkerd({ variables: { API_AUTHORIZATIONS } }))
})
afterAll(() => stop())

/** Runs the built program in a folder, against the node of this suite. */
function tidepool(folder: string, words: readonly string[], { at = api, input = '' } = {}): Promise<Ended> {
  return runTidepool(folder, words, { at, input })
}

const WRONG_PASSPHRASE = 'Cannot restore "keys.car": wrong passphrase, or damaged keys\n'

function tarOf(headers: readonly TarHeader[]): Promise<Uint8Array> {
  return packTar(headers.map((header) => ({ header })))
}

describe('tidepool', () => {
  it('adds a folder without its hidden files, and writes it back', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'site/sub'), { recursive: true })
    writeFileSync(join(folder, 'site/sub/b.txt'), 'deep\n')
    writeFileSync(join(folder, 'site/.hidden'), 'left out\n')
    symlinkSync('sub/b.txt', join(folder, 'site/link'))

    const added = await tidepool(folder, ['add', 'site'])
    const root = /added (\S+) site\n$/.exec(added.out)?.[1] ?? ''
    const got = await tidepool(folder, ['get', root, '--output', 'back'])
    const again = await tidepool(folder, ['get', root, '--output', 'back'])

    expect(added.out.split('\n').map((line) => line.split(' ')[2])).toEqual([
      ...['site/link', 'site/sub/b.txt', 'site/sub', 'site'],
      undefined,
    ])
    expect(got.code).toBe(0)
    expect(readdirSync(join(folder, 'back'))).toEqual(['link', 'sub'])
    expect(readFileSync(join(folder, 'back/sub/b.txt'), 'utf8')).toBe('deep\n')
    expect(lstatSync(join(folder, 'back/link')).isSymbolicLink()).toBe(true)
    expect(again).toMatchObject({
      code: 1,
      complaints: `Cannot write "${join(folder, 'back')}": exists already\n`,
    })
    expect(readdirSync(folder)).toEqual(['back', 'site'])
  })

  it('sends modes and times when it is asked to, and writes them back', async () => {
    const folder = temporaryFolder()
    const site = join(folder, 'site')
    mkdirSync(join(site, 'sub'), { recursive: true })
    writeFileSync(join(site, 'sub/run.sh'), '#!/bin/sh\n')
    symlinkSync('sub/run.sh', join(site, 'link'))
    for (const [path, mode] of [
      ['', 0o755],
      ['sub', 0o755],
      ['sub/run.sh', 0o750],
    ] as const)
      chmodSync(join(site, path), mode)
    const [file, directory] = [new Date('2021-03-04T05:06:07.250Z'), new Date('2020-01-02T03:04:05Z')]
    utimesSync(join(site, 'sub/run.sh'), file, file)
    lutimesSync(join(site, 'link'), file, file)
    for (const path of ['sub', '']) utimesSync(join(site, path), directory, directory)

    const plain = await tidepool(folder, ['add', 'site', '-Q'])
    const off = await tidepool(folder, ['add', '-r', 'site', '-Q', '--preserve-mode=false'])
    const modes = await tidepool(folder, ['add', 'site', '-Q', '--preserve-mode'])
    const both = await tidepool(folder, ['add', 'site', '-Q', '--preserve-mode', '--preserve-mtime'])
    await tidepool(folder, ['get', both.out.trim(), '--output', 'back'])

    expect(off.out).toBe(plain.out)
    expect(new Set([plain.out, modes.out, both.out]).size).toBe(3)
    // As the command line of the reference adds the folder.
    expect(both.out).toBe('Qmdt6mtS1VUYNcVU689DVnxH77tt4qDdtKykvNyxSXkyJ5\n')
    for (const path of ['', 'sub', 'sub/run.sh', 'link']) {
      const [was, is] = [lstatSync(join(site, path)), lstatSync(join(folder, 'back', path))]
      expect([path, is.mode, is.mtimeMs]).toEqual([path, was.mode, was.mtimeMs])
    }
  })

  it('calls commands by their words, and prints text or JSON', async () => {
    const folder = temporaryFolder()
    const { out } = await tidepool(folder, ['add', '-', '-Q', '--cid-version=1'], { input: 'from a pipe\n' })
    const cid = out.trim()

    const read = await tidepool(folder, ['cat', cid, '--offset', '5'])
    const pins = await tidepool(folder, ['pin', 'ls', cid])
    const json = await tidepool(folder, ['--json', 'call', 'pin/ls', cid])
    const stored = await tidepool(folder, ['call', 'block', 'put', '--pin=false'], { input: 'a block' })

    expect(read.out).toBe('a pipe\n')
    expect(pins.out).toBe(`${cid} recursive\n`)
    expect(JSON.parse(json.out)).toMatchObject({ Keys: { [cid]: { Type: 'recursive' } } })
    expect(stored).toMatchObject({ code: 0, out: expect.stringMatching(/^Qm\w+\n$/) })
  })

  it('sends an option of its own name to a command that has it too', async () => {
    const folder = temporaryFolder()
    const setting = (words: readonly string[]) =>
      tidepool(folder, ['call', 'config', 'Fruit.Basket', ...words])

    await setting(['{"kilos":2}', '--json'])
    expect(JSON.parse((await setting([])).out)).toEqual({ kilos: 2 })
    await setting(['{"kilos":2}'])
    expect(JSON.parse((await setting(['--json'])).out)).toMatchObject({ Value: '{"kilos":2}' })
  })

  it('says of a folder, or a file that cannot be read, that it is not sent, and not that no node answers', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'site'))
    const cause = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: 'secret' })
    const unreadable = await reach(api, () => Promise.reject(new TypeError('fetch failed', { cause }))).catch(
      errorText,
    )

    expect(await tidepool(folder, ['call', 'add', 'site'])).toMatchObject({
      code: 2,
      complaints: 'Cannot send "site": it is a folder (tidepool add sends it)\n',
    })
    expect(unreadable).toBe('Cannot open "secret": permission denied')
  })

  it('exits with 1 for an error of the node, and with 2 for an unknown call', async () => {
    const folder = temporaryFolder()
    const absent = 'QmXXNNbwe4zzpdMg62ZXvnX1oU7MwSrQ3vAEtuwFKCm1oD'
    const outcomes = [['cat', absent], ['cat'], ['cat', absent, '--nope'], ['call', 'pin/list'], ['frob']]

    const ended = await Promise.all(outcomes.map((words) => tidepool(folder, words)))
    const unreachable = await tidepool(folder, ['ls', absent], { at: 'http://127.0.0.1:2' })

    expect(ended.map(({ code }) => code)).toEqual([1, 2, 2, 2, 2])
    expect(ended[0]?.complaints).toMatch(/^block was not found locally/)
    expect(unreachable).toMatchObject({
      code: 1,
      complaints: expect.stringMatching(/^Cannot reach a node at .*\n$/),
    })
  })

  it('writes nothing outside of its folder, and nothing of an archive that is cut', async () => {
    const file = { size: 0, type: 'file' as const }
    const archives = [
      await tarOf([{ name: '../evil', ...file }]),
      await tarOf([{ name: 'a/../../evil', ...file }]),
      await tarOf([
        { name: 'a/', type: 'directory', size: 0 },
        { name: 'a/out', type: 'symlink', linkname: '/tmp', size: 0 },
        { name: 'a/out/evil', ...file },
      ]),
      await tarOf([
        { name: 'a/', type: 'directory', size: 0 },
        { name: 'a/twice', type: 'symlink', linkname: '/tmp', size: 0 },
        { name: 'a/twice', type: 'directory', size: 0 },
        { name: 'a/twice/evil', ...file },
      ]),
      (await tarOf([{ name: 'a', ...file }])).subarray(0, 512),
    ]
    for (const archive of archives) {
      const parent = temporaryFolder()
      const folder = join(parent, 'inside')
      mkdirSync(folder)
      const { at } = await serve(archive)

      const { code } = await tidepool(folder, ['get', 'any', '--output', 'got'], { at })

      expect([code, readdirSync(folder), readdirSync(parent)]).toEqual([1, [], ['inside']])
    }
  })

  it('says what a backup is, and that one that was cut is incomplete, and one with other bytes damaged', async () => {
    const folder = temporaryFolder()
    const written = await tidepool(folder, ['backup', 'node.car'])
    const bytes = readFileSync(join(folder, 'node.car'))
    writeFileSync(join(folder, 'cut.car'), bytes.subarray(0, -1))
    writeFileSync(join(folder, 'changed.car'), bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1))

    const cut = await tidepool(folder, ['restore', 'cut.car'])
    const changed = await tidepool(folder, ['restore', 'changed.car'])
    const [again, absent] = await Promise.all([
      tidepool(folder, ['backup', 'node.car']),
      tidepool(folder, ['restore', 'absent.car']),
    ])

    expect([written.code, written.complaints]).toEqual([0, `Saved node.car: ${bytes.byteLength} bytes\n`])
    expect([cut.code, cut.complaints]).toEqual([
      1,
      'Cannot restore "cut.car": the backup is incomplete (unexpected EOF)\n',
    ])
    expect(changed.code).toBe(1)
    expect(changed.complaints).toMatch(
      /^Cannot restore "changed\.car": the backup is damaged \(mismatch in .*\)\n$/,
    )
    expect([again.code, again.complaints]).toEqual([1, 'Cannot write "node.car": exists already\n'])
    expect([absent.code, absent.complaints]).toEqual([1, 'Cannot open "absent.car": does not exist\n'])
  })

  it('fails a backup without a block of the files, and says what a partial one lacks when it is restored', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'tide.txt'), 'high tide at nine, low tide at three')
    const add = [
      'add',
      'tide.txt',
      '--pin=false',
      '--to-files=/tide.txt',
      '--chunker=size-16',
      '--raw-leaves',
    ]
    const root = /added (\S+) /.exec((await tidepool(folder, add)).out)?.[1] ?? ''
    const [, leaf = ''] = (await tidepool(folder, ['call', 'refs', root])).out.split('\n')
    await tidepool(folder, ['call', 'block/rm', leaf, '--force'])

    const whole = await tidepool(folder, ['backup', 'whole.car'])
    const partial = await tidepool(folder, ['backup', 'partial.car', '--partial'])
    const restored = await tidepool(folder, ['restore', 'partial.car'])
    await tidepool(folder, ['call', 'files/rm', '/tide.txt'])

    expect([whole.code, whole.complaints]).toEqual([
      1,
      expect.stringMatching(
        `^Cannot back up "/tide.txt": block "${leaf}" is missing; .*the option partial\n$`,
      ),
    ])
    expect([partial.code, partial.complaints]).toEqual([
      0,
      expect.stringMatching(/^Saved partial\.car: \d+ bytes, without blocks that are missing or corrupt\n$/),
    ])
    expect(readdirSync(folder)).toEqual(['partial.car', 'tide.txt'])
    expect(restored.out).toContain(
      'files: 0 records restored, 1 held already, incomplete: 1 block missing, first of "/tide.txt"\n',
    )
  })

  it('exits with 1 for content that is cut in the middle, in every format, and prints what came', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'tides.bin'), Buffer.from(seededRandom(3).bytes(400_000)))
    const add = ['add', 'tides.bin', '--pin=false', '--chunker=size-65536', '--raw-leaves', '--quieter']
    const root = (await tidepool(folder, add)).out.trim()
    const calls = [
      ['call', 'dag/export', root],
      ['call', 'get', root],
      ['call', 'get', root, '--compress', '--compression-level=1'],
      ['call', 'get', root, '--archive', '--compress', '--compression-level=1'],
      ['call', 'refs', '--recursive', root],
    ]
    const run = () => Promise.all(calls.map((words) => tidepool(folder, words)))

    const whole = await run()
    const refs = whole.at(-1)?.out.trimEnd().split('\n') ?? []
    await tidepool(folder, ['call', 'block/rm', refs.at(-1) ?? '', '--force'])
    const cut = await run()

    expect(whole.map(({ code, complaints }) => [code, complaints])).toEqual(calls.map(() => [0, '']))
    expect(cut.map(({ code }) => code)).toEqual(calls.map(() => 1))
    expect(cut.map(({ out }, at) => out.length > 300 && out.length < (whole[at]?.out.length ?? 0))).toEqual(
      calls.map(() => true),
    )
    expect(cut.map(({ complaints }) => complaints.trimEnd())).toEqual([
      expect.stringMatching(/^Cannot read all of dag\/export: the CAR is incomplete \(unexpected EOF\)/),
      expect.stringMatching(/^Cannot read all of get: the tar archive is incomplete/),
      expect.stringMatching(/^Cannot read all of get: the gzip file is incomplete/),
      expect.stringMatching(/^Cannot read all of get: the gzip file is incomplete/),
      expect.stringMatching(`${refs.at(-1)}$`),
    ])
    expect(cut.at(-1)?.out).toBe(
      refs
        .slice(0, -1)
        .map((ref) => `${ref}\n`)
        .join(''),
    )
  })

  it('accepts every complete document of a ledger, and refuses one that is cut', async () => {
    const folder = temporaryFolder()
    const documents: [string, Buffer][] = []
    for (const format of ['json', 'protobuf', 'car']) {
      const response = await fetch(`${api}api/v0/ledger/export?format=${format}`, { method: 'POST' })
      documents.push([response.headers.get('Content-Type') ?? '', Buffer.from(await response.arrayBuffer())])
    }

    for (const [type, bytes] of documents) {
      for (const [body, code] of [
        [bytes, 0],
        [bytes.subarray(0, -2), 1],
      ] as const) {
        const { at } = await serve(body, { type })
        const ended = await tidepool(folder, ['call', 'ledger/export'], { at })
        expect([type, ended.code, ended.out.length > 0]).toEqual([type, code, body.byteLength > 0])
      }
    }
  })

  it('moves private keys under a passphrase, which is never an argument', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'right'), 'low tide at nine\n')
    writeFileSync(join(folder, 'wrong'), 'high tide at nine\n')
    const run = (...words: string[]) => tidepool(folder, [...words, '--token', mover])

    writeFileSync(join(folder, 'short'), 'lowtide\n')
    const untold = await run('backup', 'keys.car', '--keys')
    const short = await run('backup', 'keys.car', '--keys', '--passphrase-file', 'short')
    const refused = await tidepool(folder, ['backup', 'keys.car', '--keys', '--passphrase-file', 'right'])
    const saved = await run('backup', 'keys.car', '--keys', '--passphrase-file', 'right')
    const [wrong, right, without] = await Promise.all([
      run('restore', 'keys.car', '--passphrase-file', 'wrong'),
      run('restore', 'keys.car', '--passphrase-file', 'right', '--json'),
      tidepool(folder, ['restore', 'keys.car', '--without-keys']),
    ])

    expect([untold.code, untold.complaints]).toEqual([
      2,
      'The keys need a passphrase: set TIDEPOOL_PASSPHRASE or --passphrase-file\n',
    ])
    expect([short.code, short.complaints]).toEqual([
      2,
      'The passphrase is too short: it needs 8 characters\n',
    ])
    expect([refused.code, refused.complaints]).toEqual([
      1,
      expect.stringMatching(/Access Denied.*that names \/api\/v0\/backup\/export and \/api\/v0\/key\/export/),
    ])
    expect(saved.complaints).toMatch(/^Saved keys\.car: \d+ bytes, with private keys\n$/)
    expect([wrong.code, wrong.complaints, without.complaints]).toEqual([1, WRONG_PASSPHRASE, ''])
    expect(right.complaints).toMatch(/^Start the node again: it has the keys of the backup/)
    expect(right.out).toContain('{"Part":"keys","Rows":0,"Held":1}')
    expect([without.code, without.out]).toEqual([0, expect.stringMatching(/^pins: \d+ restored/)])
    expect(without.out).toMatch(/\ncontent: \d+ blocks, \d+ bytes\n$/)
    expect(without.out).not.toContain('keys')
  })

  it('keeps no backup that was cut during its transfer', async () => {
    const folder = temporaryFolder()
    await tidepool(folder, ['backup', 'node.car'])
    const { at } = await serve(readFileSync(join(folder, 'node.car')).subarray(0, -1))

    const { code, complaints } = await tidepool(folder, ['backup', 'cut.car'], { at })

    expect([code, complaints]).toEqual([
      1,
      expect.stringMatching(
        /^Cannot save "cut\.car": the backup was cut \(unexpected EOF\); .*--partial leaves it out\n$/,
      ),
    ])
    expect(readdirSync(folder)).toEqual(['node.car'])
  })

  it('sends the token, and prints a late error without the output', async () => {
    const error = { Message: 'the rest is lost', Code: 0, Type: 'error' }
    const { at, authorizations } = await serve(Buffer.from(`first\n${JSON.stringify(error)}\n`))

    const { code, out, complaints } = await tidepool(temporaryFolder(), ['call', 'refs/local'], { at })

    expect([code, out, complaints]).toEqual([1, 'first\n', 'the rest is lost\n'])
    expect(authorizations).toEqual(['Bearer laptop.secret'])
  })

  it('describes and completes every command of the registry', async () => {
    const commands = listCommands(REGISTRY)
    const help = await tidepool(temporaryFolder(), ['call', '--help'])

    for (const { path } of REGISTRY) expect(help.out).toContain(`  ${path} `)
    expect(completions(['call', 'pin/r'], commands)).toContain('pin/remote/add')
    expect(completions(['pin', ''], commands)).toEqual(['add', 'ls', 'remote', 'rm', 'update', 'verify'])
    expect(completions(['add', '--raw'], commands)).toEqual(['--raw-leaves'])
  })
})
