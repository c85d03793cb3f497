import { readdirSync } from 'node:fs'
import { packTar } from 'modern-tar'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './run-starter.ts'
import { runTidepool, serve } from './run-tidepool.ts'

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
    const variable = await run(['pin', 'ls'], '/ip4/127.0.0.1/tcp/5001')

    expect([option, host, variable].map(({ code, complaints }) => [code, complaints])).toEqual([
      [2, 'Option --api "127.0.0.1:5877" is no address: write http://127.0.0.1:5877\n'],
      [2, 'Option --api "localhost:5877/" is no address: write http://localhost:5877/\n'],
      [2, 'TIDEPOOL_API "/ip4/127.0.0.1/tcp/5001" is no address: write http://127.0.0.1:5001\n'],
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
