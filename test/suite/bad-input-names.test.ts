import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { errorText } from '../hostile/hostile-request.ts'
import { NAMES } from '../hostile/names.ts'
import { storeState } from '../hostile/store-state.ts'
import { expectRest } from '../requests/activity.ts'
import { lines } from '../requests/add.ts'
import { directory, type FormPart, file, form, symlink } from '../requests/form.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Adds the parts without storing them: the names of all events, or the error. */
async function namesOf(...parts: readonly FormPart[]): Promise<readonly (string | undefined)[] | string> {
  const response = await send('/api/v0/add?only-hash=true', form(...parts))
  const text = await response.text()
  if (response.status !== 200 || text.includes('"Type":"error"')) return errorText(text)
  return lines<{ Name?: string }>(text).map(({ Name }) => Name)
}

describe('names of files', () => {
  let before: unknown

  beforeAll(async () => {
    before = await storeState(send)
  })

  it('lead below the root and nowhere else, and are kept as they are otherwise', async () => {
    const wrong: string[] = []
    for (const [sent, path] of sampleOnHosts(NAMES, 8)) {
      const disposition = `form-data; name="file"; filename="${sent}"`
      const names = await namesOf({ ...file('x', 'x'), headers: { 'Content-Disposition': disposition } })
      const isRight =
        path === undefined
          ? typeof names === 'string' && /^Cannot add file ".*": name has a NUL$/.test(names)
          : names[0] === path
      if (!isRight) wrong.push(`${JSON.stringify(sent.slice(0, 80))}: ${JSON.stringify(names).slice(0, 200)}`)
    }

    expect(wrong).toEqual([])
  })

  it('that lead to nothing are files without a name', async () => {
    for (const sent of ['', '/', '//', '.', '..', '../..', 'a/..', '%2e%2e', '%2F']) {
      const disposition = `form-data; name="file"; filename="${sent}"`
      const names = await namesOf({ ...file('x', 'x'), headers: { 'Content-Disposition': disposition } })

      expect(names, sent).toEqual([expect.stringMatching(/^Qm\w{44}$/)])
    }
  })

  it.each([
    ['a file and a directory', [file('d/a', '1'), file('d/a/b', '2')]],
    ['a directory and a file', [file('d/a/b', '1'), file('d/a', '2')]],
    ['an empty directory and a file', [directory('d/a'), file('d/a', '1')]],
    ['a file and an empty directory', [file('d/a', '1'), directory('d/a')]],
    ['two files', [file('d/a', '1'), file('d/a', '2')]],
    ['two equal files', [file('d/a', '1'), file('d/a', '1')]],
    ['a file and a symlink', [file('d/a', '1'), symlink('d/a', 'b')]],
    ['a symlink and a file below it', [symlink('d/a', '/etc'), file('d/a/passwd', '1')]],
  ])('given twice are refused: %s', async (_, parts) => {
    expect(await namesOf(...parts)).toBe('directory already has entry by that name')
  })

  it('of symlinks may not be followed, and their targets have a length', async () => {
    expect(await namesOf(symlink('d/s', '../../../etc/passwd'))).toEqual(['d/s', 'd'])
    expect(await namesOf(symlink('d/s', 't'.repeat(5000)))).toBe(
      'Cannot add symlink: target is over 4096 bytes',
    )
  })

  it('leave everything as it was', async () => {
    await expectRest()
    expect(await storeState(send)).toEqual(before)
  })
})
