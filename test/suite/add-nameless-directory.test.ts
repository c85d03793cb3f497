import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { addLines } from '../requests/add.ts'
import { type FormPart, file } from '../requests/form.ts'

const EMPTY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const X = 'QmULKig5Fxrs2sC4qt9nNduucXfb92AFYQ6Hi3YRqDmrYC'
const Y = 'QmTwEE2eSyzcvUctxP2negypGDtj7DQDKVy8s3Rvp6y6Pc'
const Z = 'QmeKP7rhE6bJnRUPqpRaDsk7K4mREkA9kAoBDK59ApegtF'

/** A directory part as the Go client writes it. */
function directoryPart(name: string, query = ''): FormPart {
  return {
    headers: {
      'Content-Disposition': `form-data; name="file${query}"; filename="${name}"`,
      'Content-Type': 'application/x-directory',
    },
    content: '',
  }
}

async function pinType(cid: string): Promise<string> {
  const response = await send(`/api/v0/pin/ls?arg=${cid}`, { method: 'POST' })
  const { Keys } = await response.json()
  return Keys?.[cid]?.Type ?? 'none'
}

/** Lines and CIDs are those of the reference implementation 0.44. */
describe('POST /api/v0/add, a directory with an empty filename', () => {
  it('is the one root of the entries after it', async () => {
    const answer = await addLines(
      '',
      directoryPart(''),
      file('a', 'x'),
      file('b', 'y'),
      directoryPart('sub'),
      file('sub/c', 'z'),
    )

    expect(answer).toEqual([
      { Name: 'a', Hash: X, Size: '9' },
      { Name: 'b', Hash: Y, Size: '9' },
      { Name: 'sub/c', Hash: Z, Size: '9' },
      { Name: 'sub', Hash: 'QmZcy2gRM9PkUxCUVfYGgiZcR1DToENW6Ttdkyu9T8WXZo', Size: '56' },
      { Name: '', Hash: 'QmQY97YWJKCxgSsD85smBzdRBfWsL3YPtWYkP3FYDMBM2B', Size: '209' },
    ])
  })

  it('is the empty directory when it is alone', async () => {
    expect(await addLines('', directoryPart(''))).toEqual([{ Name: '', Hash: EMPTY, Size: '4' }])
  })

  it('is what is pinned: its children are not', async () => {
    const seed = 'children of a nameless directory'
    const answer = await addLines('', directoryPart(''), file('a', seed), file('b', `${seed}, b`))

    const [a, b, root] = answer.map(({ Hash = '' }) => Hash)

    expect(await pinType(root ?? '')).toBe('recursive')
    expect(await pinType(a ?? '')).toMatch(/^indirect/)
    expect(await pinType(b ?? '')).toMatch(/^indirect/)
  })

  it.each([
    [
      'a nameless file by its CID',
      [directoryPart(''), file('', 'y')],
      ['QmQUv9eW5bstYF5EEGsZn8rnmEkzXM2wg2SEBEzVcgyvky'],
    ],
    [
      'what comes after another root',
      [file('q', 'x'), directoryPart(''), file('a', 'x'), file('b', 'x')],
      [X, 'QmZPbYYwdfdEYJcmy3WQEbVbnjpX8jVUDAWUcSNmgaAkxG'],
    ],
    [
      'a directory that was a root before',
      [directoryPart('d'), file('d/q', 'x'), directoryPart(''), file('a', 'x'), file('d/r', 'x')],
      ['QmR81ypTd5oEdfL5tJzzsfpefY7NA758awC12RDFUtiPt2', 'QmQSPYhu9KHJAa9i2N4DNG4k8vc5WnFfWt64snE2csua2A'],
    ],
  ])('holds %s', async (_name, parts, roots) => {
    const answer = await addLines('', ...parts)

    expect(answer.at(-1)).toMatchObject({ Name: '', Hash: roots.at(-1) })
    for (const root of roots) expect(answer.map(({ Hash }) => Hash)).toContain(root)
  })

  it('keeps the mode and the time of its field name, and shows them as sent', async () => {
    const answer = await addLines(
      'preserve-mode=true&preserve-mtime=true',
      directoryPart('', '?mode=020000000755&mtime=12'),
      {
        headers: { 'Content-Disposition': 'form-data; name="file?mode=0640&mtime=5"; filename="a"' },
        content: 'x',
      },
      file('b', 'x'),
    )

    expect(answer.at(-1)).toEqual({
      Name: '',
      Hash: 'QmfH1EJKaTuXvfqedP7Kbdv8jva5DfzMFTbY6fkteNhx4j',
      Size: '122',
      Mode: '020000000755',
      Mtime: 12,
    })
  })
})
