import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const PROJECT = join(import.meta.dirname, '../..')

const run = (...parameters: string[]) =>
  spawnSync(process.execPath, parameters, { cwd: PROJECT, encoding: 'utf8' })

describe.each([
  { script: 'edge/local/make-token.ts', usage: 'usage: npm run token -- <name>' },
  { script: 'edge/local/make-calendar-user.ts', usage: 'usage: npm run calendar-user -- <login>' },
])('$script', ({ script, usage }) => {
  it('prints its usage for --help', () => {
    const { status, stdout, stderr } = run(script, '--help')

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain(usage)
  })

  it('says what it cannot read, then its usage, and makes no secret', () => {
    const { status, stdout, stderr } = run(script, 'ann', '--nonsense')

    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain("Unknown option '--nonsense'")
    expect(stderr).toContain(usage)
  })

  it('refuses two names', () => {
    const { status, stdout, stderr } = run(script, 'ann', 'bob')

    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(usage)
  })
})
