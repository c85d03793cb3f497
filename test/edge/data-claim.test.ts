import { spawn } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { claimDataFolder } from '../../edge/local/data-claim.ts'
import { identify, type ProcessIdentity } from '../../edge/local/process-identity.ts'
import { mountTmpfs } from './mount-tmpfs.ts'
import { isRunning, temporaryFolder } from './run-starter.ts'

describe('claimDataFolder()', () => {
  it('ends the recorded runtime when number, start and program are those of the living process', async () => {
    const living = namedProcess('workerd')

    await claimWithRecord(living)

    expect(isRunning(living.pid)).toBe(false)
  })

  it('leaves a process alone that started at another time', async () => {
    const living = namedProcess('workerd')

    await claimWithRecord({ ...living, startedAt: `${living.startedAt}0` })

    expect(isRunning(living.pid)).toBe(true)
  })

  for (const recorded of ['workerd', 'sleeper']) {
    it(`leaves another program alone, recorded as ${recorded}`, async () => {
      const living = namedProcess('sleeper')

      await claimWithRecord({ ...living, program: recorded })

      expect(isRunning(living.pid)).toBe(true)
    })
  }

  it('treats an unreadable record as absent', async () => {
    const dataFolder = temporaryFolder()
    writeFileSync(join(dataFolder, 'process.json'), '{"runtimes":[{"pid":"1"},null,7')

    await expect(claimDataFolder(dataFolder)).resolves.toBeDefined()
  })

  it('refuses a file, and a folder below one', async () => {
    const path = join(temporaryFolder(), 'file')
    writeFileSync(path, '')

    await expect(claimDataFolder(path)).rejects.toThrow(`Cannot use data folder "${path}": not a folder`)
    await expect(claimDataFolder(join(path, 'data'))).rejects.toThrow(/^Cannot use .*: not a folder$/)
  })

  it('refuses a disk that is mounted for reading', async (test) => {
    const disk = mountTmpfs(test, 'size=64k,ro')

    await expect(claimDataFolder(disk)).rejects.toThrow(/^Cannot use .*: unable to open database file$/)
    await expect(claimDataFolder(join(disk, 'data'))).rejects.toThrow(/^Cannot use .*: EROFS/)
  })
})

/** A process that only sleeps, under any name. */
function namedProcess(name: string): ProcessIdentity {
  const program = join(temporaryFolder(), name)
  copyFileSync('/bin/sleep', program)
  const child = spawn(program, ['600'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const identity = identify(child.pid ?? 0)
  if (identity?.program !== name) throw new Error(`cannot run a process called ${name}`)
  return identity
}

async function claimWithRecord(runtime: ProcessIdentity): Promise<void> {
  const dataFolder = temporaryFolder()
  writeFileSync(join(dataFolder, 'process.json'), JSON.stringify({ runtimes: [runtime] }))
  await claimDataFolder(dataFolder)
}
