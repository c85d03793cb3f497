import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { addRoot, lines } from '../requests/add.ts'
import { askFiles, callFiles, cidAt, writeTo } from '../requests/files.ts'
import { type FormPart, file, form } from '../requests/form.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs the other hosts get one: the core reads them. */
const EVERY = 4

const namesIn = async (path: string) =>
  ((await askFiles<{ Entries: { Name: string }[] | null }>('ls', [path])).Entries ?? []).map(
    ({ Name }) => Name,
  )

async function addTo(path: string, parts: readonly FormPart[], query = ''): Promise<unknown[]> {
  const response = await send(`/api/v0/add?to-files=${encodeURIComponent(path)}&${query}`, form(...parts))
  return [response.status, ...lines<Record<string, unknown>>(await response.text())]
}

const refused = (message: string) => [500, { Message: `to-files: ${message}`, Code: 0, Type: 'error' }]

describe('POST /api/v0/add?to-files', () => {
  beforeAll(async () => {
    await callFiles('mkdir', ['/to-files'])
    await writeTo('/to-files/taken', 'x')
  })

  it('puts what is added under a name, or into a directory', async () => {
    const added = await addTo('/to-files/name', [file('a', 'named\n')])

    expect(added).toEqual([200, { Name: 'a', Hash: await cidAt('/to-files/name'), Size: '14' }])
    await addTo('/to-files/', [file('b', 'b'), file('d/e/f', 'f'), file('d/g', 'g')])
    expect(await namesIn('/to-files')).toEqual(['b', 'd', 'name', 'taken'])
    expect(await namesIn('/to-files/d')).toEqual(['e', 'g'])
    expect((await callFiles('read', ['/to-files/d/e/f'])).text).toBe('f')
  })

  it('puts it into the root by a slash and by no path', async () => {
    await addTo('/', [file('to-files-slash', 'slash')], 'pin=false')
    await addTo('', [file('to-files-none', 'none')], 'cid-version=1')

    expect((await callFiles('read', ['/to-files-slash'])).text).toBe('slash')
    expect(await cidAt('/to-files-none')).toMatch(/^bafkrei/)
    await callFiles('rm', ['/to-files-slash', '/to-files-none'])
  })

  it('keeps what is not pinned through a collection', async () => {
    await addTo('/to-files/unpinned', [file('u', 'kept by its name alone')], 'pin=false')
    await (await send('/api/v0/repo/gc', { method: 'POST' })).text()

    expect((await callFiles('read', ['/to-files/unpinned'])).text).toBe('kept by its name alone')
  })

  it.each(
    sampleOnHosts(
      [
        ['to-files/x', 'paths must start with a leading slash'],
        [
          '/to-files/taken',
          'cannot put node in path "/to-files/taken": directory already has entry by that name',
        ],
        ['/to-files/taken/', 'MFS destination "/to-files/taken/" is not a directory'],
        ['/to-files/taken/x', 'MFS destination "/to-files/taken" is not a directory'],
        ['/to-files/no/', 'MFS destination directory "/to-files/no/" does not exist: file does not exist'],
        [
          '/to-files/no/x',
          'MFS destination parent "/to-files/no/x" "/to-files/no" does not exist: file does not exist',
        ],
      ],
      EVERY,
    ),
  )('refuses %s', async (path, message) => {
    const before = await cidAt('/to-files')

    expect(await addTo(path, [file('r', 'refused')])).toEqual(refused(message))
    expect(await cidAt('/to-files')).toBe(before)
  })

  it('places all roots or none, and none without a name', async () => {
    const before = await cidAt('/to-files')

    expect((await addTo('/to-files/one', [file('1', '1'), file('2', '2')])).at(-1)).toEqual(
      refused('MFS destination is a file: only one entry can be copied to "/to-files/one"')[1],
    )
    expect((await addTo('/to-files/', [file('new', '1'), file('taken', '2')])).at(-1)).toEqual(
      refused('cannot put node in path "/to-files/taken": directory already has entry by that name')[1],
    )
    expect(await addTo('/to-files/', [file('', 'nameless')])).toEqual(
      refused('cannot add unnamed files to MFS'),
    )
    expect(await cidAt('/to-files')).toBe(before)
  })

  it('is refused with only-hash and with wrap-with-directory', async () => {
    expect(await addTo('/', [file('a', 'a')], 'only-hash=true')).toEqual([
      500,
      expect.objectContaining({ Message: 'only-hash and to-files options are not compatible' }),
    ])
    expect(await addTo('/', [file('a', 'a')], 'wrap-with-directory=true')).toEqual([
      500,
      expect.objectContaining({ Message: 'wrap-with-directory and to-files options are not compatible' }),
    ])
    expect(await addRoot('', file('a', 'a'))).toMatch(/^Qm/)
  })
})
