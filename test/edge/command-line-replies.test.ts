import { readdirSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { packTar } from 'modern-tar'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectionOf } from '../../edge/local/cli/connection.ts'
import { writeCar } from '../../src/codec/car/write-car.ts'
import { rawFile } from '../requests/stored-tree.ts'
import { temporaryFolder } from './run-starter.ts'
import { runTidepool, serve, serveNothing } from './run-tidepool.ts'

const ADVICE =
  'the reply ended early; a block may be missing or corrupt: "tidepool call refs /ipfs/QmTides --recursive" names a missing block, "tidepool call repo/verify" a corrupt one\n'

describe('tidepool', () => {
  it('says which file or folder cannot be read when a reply ends early, and keeps nothing of a folder', async () => {
    const folder = temporaryFolder()
    const cut = await serve(Buffer.from('high tide'), { isCut: true })
    const tar = await packTar([{ header: { name: 'a', size: 2000, type: 'file' }, body: 'a'.repeat(2000) }])
    const short = await serve(tar.subarray(0, 1500))
    const broken = await serve(tar.subarray(0, 1500), { isCut: true })

    const read = await runTidepool(folder, ['cat', '/ipfs/QmTides'], cut)
    const got = await runTidepool(folder, ['get', '/ipfs/QmTides'], short)
    const lost = await runTidepool(folder, ['get', '/ipfs/QmTides'], broken)
    const listed = await runTidepool(folder, ['call', 'refs', '/ipfs/QmTides'], cut)

    expect(read).toEqual({
      code: 1,
      out: 'high tide',
      complaints: `Cannot read "/ipfs/QmTides": ${ADVICE}`,
    })
    expect([got, lost].map(({ code, complaints }) => [code, complaints])).toEqual([
      [1, `Cannot read "/ipfs/QmTides": ${ADVICE}`],
      [1, `Cannot read "/ipfs/QmTides": ${ADVICE}`],
    ])
    expect(listed).toEqual({
      code: 1,
      out: 'high tide',
      complaints: 'Cannot read all of refs: the reply ended early\n',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses an address of the node that is no URL, and shows one', async () => {
    const run = (words: string[], at = '') => runTidepool(temporaryFolder(), words, { at })

    const option = await run(['pin', 'ls', '--api', '127.0.0.1:5877'])
    const host = await run(['pin', 'ls', '--api', 'localhost:5877/'])
    const port = await run(['pin', 'ls'], '7101')
    const variable = await run(['pin', 'ls'], '/ip4/127.0.0.1/tcp/5001')

    expect([option, host, port, variable].map(({ code, complaints }) => [code, complaints])).toEqual([
      [2, 'Option --api "127.0.0.1:5877" is no address: write http://127.0.0.1:5877\n'],
      [2, 'Option --api "localhost:5877/" is no address: write http://localhost:5877/\n'],
      [2, 'TIDEPOOL_API "7101" is no address: write http://127.0.0.1:7101\n'],
      [2, 'TIDEPOOL_API "/ip4/127.0.0.1/tcp/5001" is no address: write http://127.0.0.1:5001\n'],
    ])
  })

  it('sends name and password of the address, unless there is a token, and takes an empty variable for none', async () => {
    const { at, authorizations } = await serve(Buffer.from('ok'))
    const withName = at.replace('://', '://ann:p%40ss@')
    const run = (...words: string[]) => runTidepool(temporaryFolder(), words, { at: withName })

    await run('call', 'version', '--token', '')
    await run('call', 'version', '--token', 'ann.secret')
    const wrong = await run('call', 'version', '--token', 'two words')
    const percent = await run('call', 'version', '--api', at.replace('://', '://ann:50%@'))
    vi.stubEnv('TIDEPOOL_API', '')
    onTestFinished(() => void vi.unstubAllEnvs())

    expect(authorizations).toEqual([`Basic ${btoa('ann:p@ss')}`, 'Bearer ann.secret'])
    expect([wrong, percent].map(({ code, complaints }) => [code, complaints])).toEqual([
      [2, 'Option --token is no token\n'],
      [2, 'Option --api has a user name or password in which % does not begin an encoded character\n'],
    ])
    expect(connectionOf({}).url).toBe('http://127.0.0.1:5001/api/v0')
  })

  it('says that an address redirects, is no node, or is one without the command', async () => {
    const answers = [
      { status: 301, headers: { Location: 'https://127.0.0.1:2/' } },
      { status: 200, type: 'text/html' },
      { status: 502, type: 'text/html' },
      { status: 404 },
    ]
    const complaints = []
    for (const answer of answers) {
      const { at } = await serve(Buffer.from('<p>text</p>\n'), answer)
      const { code, out, ...ended } = await runTidepool(temporaryFolder(), ['pin', 'ls'], { at })
      expect([code, out]).toEqual([1, ''])
      complaints.push(ended.complaints)
    }

    expect(complaints).toEqual([
      expect.stringMatching(/^Cannot use the node at \S+: the address redirects; .* https\n$/),
      'Cannot read reply: a proxy or another server answered 200 with a page, and no node\n',
      'Cannot read reply: a proxy or another server answered 502 with a page, and no node\n',
      '<p>text</p> (the node has no such command, as one of an earlier version, or no node is at this address)\n',
    ])
  })

  it('says that the connection was lost in the middle of an upload, and what is pinned then', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'large.bin'), Buffer.alloc(16 * 1024 * 1024))
    writeFileSync(join(folder, 'small.txt'), 'high tide\n')
    const [amid, after] = await Promise.all([serveNothing('begin'), serveNothing('end')])
    const partly = await serve(Buffer.from('{"Name":"a","Hash":"QmTides","Size":"1"}\n'), {
      ...{ type: 'application/json', isCut: true, headers: { 'X-Chunked-Output': '1' } },
    })

    const large = await runTidepool(folder, ['add', 'large.bin'], amid)
    const small = await runTidepool(folder, ['add', 'small.txt'], after)
    const begun = await runTidepool(folder, ['add', 'small.txt'], partly)
    const put = await runTidepool(folder, ['call', 'dag/import', 'large.bin'], amid)

    expect([large.code, small.code, begun.code, put.code]).toEqual([1, 1, 1, 1])
    const lost = (advice: string) =>
      new RegExp(`^Lost the connection to the node at http://[\\d.:]+/api/v0 \\([^)]+\\): ${advice}\n$`)
    expect(large.complaints).toMatch(lost('nothing was pinned; add it again'))
    expect(small.complaints).toMatch(lost('add it again, unless "tidepool pin ls" has it'))
    // The reply may come before the command line has read the file to its end.
    expect(begun.complaints).toMatch(/^Lost the connection .* \(the reply ended early\): .*add it again/)
    expect(put.complaints).toMatch(lost('run the command again'))
  })

  it('says that a path is none, after the words of the reference', async () => {
    const error = {
      Message: 'invalid path "notthere": selected encoding not supported',
      Code: 0,
      Type: 'error',
    }
    const { at } = await serve(Buffer.from(JSON.stringify(error)), { status: 500 })

    const { code, complaints } = await runTidepool(temporaryFolder(), ['get', 'notthere'], { at })

    expect([code, complaints]).toEqual([
      1,
      `${error.Message} ("notthere" is no CID, and no path such as /ipfs/<CID>/name)\n`,
    ])
  })

  it('says that a CAR is no backup, and how its content is stored', async () => {
    const folder = temporaryFolder()
    const block = await rawFile('letters')
    await writeFile(join(folder, 'letters.car'), writeCar([block.cid], Readable.from(block.blocks)))

    const { code, complaints } = await runTidepool(folder, ['restore', 'letters.car'], {
      at: 'http://127.0.0.1:2',
    })

    expect([code, complaints]).toEqual([
      1,
      'Cannot restore "letters.car": this CAR is no backup; "tidepool call dag/import letters.car" stores what is in it\n',
    ])
  })

  it('says how a command of the API is called', async () => {
    const run = (...words: string[]) => runTidepool(temporaryFolder(), words, { at: '' })

    const ended = await Promise.all([run('shutdown'), run('repo', 'verify', '--drop'), run('frob')])

    expect(ended.map(({ code, complaints }) => [code, complaints])).toEqual([
      [2, 'No command is called "shutdown": tidepool --help lists them; tidepool call shutdown calls it\n'],
      [2, 'No command is called "repo": tidepool --help lists them; tidepool call repo verify calls it\n'],
      [2, 'No command is called "frob": tidepool --help lists them\n'],
    ])
  })

  it('asks for no progress where the output is no terminal, unless told so', async () => {
    const folder = temporaryFolder()
    const { at, urls } = await serve(Buffer.from('1 blocks processed.\rverify complete\n'))

    for (const options of [[], ['--progress'], ['--json']])
      await runTidepool(folder, ['call', 'dag/stat', 'QmTides', ...options], { at })
    const verified = await runTidepool(folder, ['call', 'repo/verify'], { at })
    await runTidepool(folder, ['call', 'pin/add', 'QmTides'], { at })

    expect(urls.map((url) => new URL(url ?? '', at).searchParams.get('progress'))).toEqual([
      ...['false', 'true', 'false'],
      ...[null, null],
    ])
    expect(verified).toEqual({ code: 0, out: 'verify complete\n', complaints: '' })
  })
})
