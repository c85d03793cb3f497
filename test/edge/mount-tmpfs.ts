import { spawnSync } from 'node:child_process'
import { onTestFinished, type TestContext } from 'vitest'
import { temporaryFolder } from './run-starter.ts'

/**
 * A small disk of its own until the test has ended, by the options of `mount`. Skips the test where the system mounts
 * none: that takes Linux and root.
 */
export function mountTmpfs({ skip }: Pick<TestContext, 'skip'>, options: string): string {
  const folder = temporaryFolder()
  const { status, error, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  if (status !== 0) skip(`no disk of its own can be mounted: ${error?.message ?? stderr}`.trim())
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]))
  return folder
}
