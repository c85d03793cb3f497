import { afterAll, describe, expect, it } from 'vitest'
import { addRoot } from '../requests/add.ts'
import { callCommand, failed } from '../requests/call-command.ts'
import { cidAt, writeTo } from '../requests/files.ts'
import { file } from '../requests/form.ts'

const EMPTY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const ABSENT = 'QmPc73aWK9dgFBXe86P4PvQizHo9e5Qt7n7DAMXWuigFu1'

const chroot = (args: readonly string[], query = 'confirm=true') =>
  callCommand('files/chroot', { args, query })

describe('POST /api/v0/files/chroot', () => {
  let before = ''

  afterAll(async () => {
    await chroot([before])
  })

  it('replaces the root of the namespace, and can go back', async () => {
    await writeTo('/chroot/kept', 'x', 'create=true&parents=true')
    before = await cidAt('/')
    const root = await addRoot('', file('d/a', 'a'))

    expect((await chroot([root])).text).toBe(
      `{"Message":"MFS root changed from ${before} to ${root}\\nThe old root ${before} will be garbage collected unless pinned.\\n"}\n`,
    )
    expect(await cidAt('/')).toBe(root)
    expect((await chroot([], 'confirm=true&encoding=text')).text).toMatch(
      `MFS root changed from ${root} to ${EMPTY}\nThe old root`,
    )
    expect(await cidAt('/')).toBe(EMPTY)
    await chroot([before])
    expect(await cidAt('/')).toBe(before)
  })

  it('refuses what is no directory here, and a call that does not confirm', async () => {
    const leaf = await addRoot('', file('', 'no directory'))
    const root = await cidAt('/')

    expect(await chroot([], '')).toEqual(
      failed('this is a potentially destructive operation; pass --confirm to proceed'),
    )
    expect(await chroot([leaf])).toEqual(failed('new root must be a directory'))
    expect(await chroot(['bafkqaaa'])).toEqual(failed('new root is not a valid dag-pb node'))
    expect((await chroot([ABSENT])).status).toBe(500)
    expect((await chroot(['x'.repeat(10_000)])).status).toBe(500)
    expect(await cidAt('/')).toBe(root)
  })
})
