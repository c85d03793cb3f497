import { chmodSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packTar } from 'modern-tar'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from './run-starter.ts'
import { runTidepool, serve } from './run-tidepool.ts'

/** Modes bind every user but root. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined

describe('tidepool get', () => {
  it('writes folders that their owner may not change, with all that is in them', async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o777)
    const directory = (name: string, mode: number) => ({
      header: { name, mode, type: 'directory' as const, size: 0 },
    })
    const file = (name: string) => ({
      header: { name, mode: 0o444, type: 'file' as const, size: 4 },
      body: 'text',
    })
    const { at } = await serve(
      await packTar([
        directory('QmTides/', 0o555),
        directory('QmTides/sub/', 0o500),
        directory('QmTides/sub/deep/', 0o500),
        file('QmTides/sub/deep/a'),
        file('QmTides/sub/b'),
      ]),
    )

    const { code } = await runTidepool(folder, ['get', 'QmTides'], { at, uid })
    const modes = ['', 'sub', 'sub/deep', 'sub/b'].map(
      (name) => lstatSync(join(folder, 'QmTides', name)).mode & 0o777,
    )
    onTestFinished(() => {
      for (const name of ['', 'sub', 'sub/deep']) chmodSync(join(folder, 'QmTides', name), 0o700)
    })

    expect([code, modes, readdirSync(folder)]).toEqual([0, [0o555, 0o500, 0o500, 0o444], ['QmTides']])
    expect(readFileSync(join(folder, 'QmTides/sub/deep/a'), 'utf8')).toBe('text')
  })

  it('refuses a name with a backslash, which would become a folder', async () => {
    const folder = temporaryFolder()
    const { at } = await serve(
      await packTar([{ header: { name: 'QmTides/a\\b', type: 'file', size: 4 }, body: 'text' }]),
    )

    const { code, complaints } = await runTidepool(folder, ['get', 'QmTides'], { at })

    expect([code, complaints, readdirSync(folder)]).toEqual([
      1,
      'Cannot write "QmTides/a\\b": the name has a backslash; "tidepool call get QmTides" prints an archive for another program\n',
      [],
    ])
  })
})
