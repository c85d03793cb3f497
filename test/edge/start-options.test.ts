import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NODE, PROJECT, runStarter, temporaryFolder } from './run-starter.ts'
import { runTidepool } from './run-tidepool.ts'

const CALLS = [
  { call: 'npm start', script: ['edge/local/start.ts'] },
  { call: 'tidepool start', script: ['dist/cli/tidepool.js', 'start'] },
] as const

describe.each(CALLS)('$call', ({ script }) => {
  const start = (dataFolder: string, ...words: string[]) =>
    runStarter({ dataFolder, port: 'not the port', command: [NODE, ...script, ...words] })

  it('takes port and data folder of its options, whatever the variables are', async () => {
    const [ofVariable, ofOption] = [temporaryFolder(), temporaryFolder()]

    const { url, kill, ended } = await start(ofVariable, '--port', '0', `--data=${ofOption}`)

    expect((await fetch(`${url}/`)).status).toBe(200)
    expect([ofVariable, ofOption].map((folder) => existsSync(join(folder, 'packs')))).toEqual([false, true])
    kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('ends with 2 for what it does not know, and starts nothing', async () => {
    const folder = temporaryFolder()
    const refused = [
      [['--frob'], 'Unknown option "--frob"'],
      [['7105'], 'start: "7105" is one argument too many'],
      [['--port', '80a'], 'Cannot listen on --port "80a": not a number from 0 to 65535'],
      [['--data='], 'Option "--data" needs a value'],
    ] as const

    for (const [words, fault] of refused) {
      const starter = await start(folder, '--port=0', ...words)
      expect([await starter.ended, starter.complaints(), starter.lines]).toEqual([2, `${fault}\n`, []])
    }
    expect(existsSync(join(folder, 'packs'))).toBe(false)
  })
})

it('tidepool start --help names its options and variables', async () => {
  const { code, out } = await runTidepool(PROJECT, ['start', '--help'], { at: '' })

  expect(code).toBe(0)
  for (const name of ['--port <number>', '--data <path>', '--open', 'PORT', 'TIDEPOOL_DATA', 'TIDEPOOL_HOST'])
    expect(out).toContain(`  ${name} `)
})
