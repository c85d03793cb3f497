import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { linkCount } from '../../../web/app/content/pins/unixfs-root.ts'
import { file, form } from '../../requests/form.ts'
import { memoryNode } from '../memory-ports.ts'

const API = 'http://127.0.0.1/api/v0'

describe('linkCount()', () => {
  it.each([
    ['the entries of a folder', 'cid-version=1', ['d/a', 'd/b'], 2],
    ['the parts of a file of one level', 'cid-version=1&chunker=size-4&max-file-links=3', ['a'], 3],
    [
      'nothing for a file of several levels',
      'cid-version=1&chunker=size-4&max-file-links=2',
      ['a'],
      undefined,
    ],
    [
      'nothing for parts that may have parts',
      'raw-leaves=false&chunker=size-4&max-file-links=3',
      ['a'],
      undefined,
    ],
    ['nothing for a sharded folder', 'cid-version=1&max-directory-links=1', ['d/a', 'd/b'], undefined],
  ])('gives %s', async (_, options, names, count) => {
    expect(linkCount(await rootOf(options, names))).toBe(count)
  })

  it('gives nothing for data that is neither', () => {
    expect(linkCount({})).toBeUndefined()
  })
})

/** The root block of files of 12 bytes, as `dag/get` gives it. */
async function rootOf(options: string, names: readonly string[]) {
  const app = createApp(await memoryNode(), loopbackPolicy())
  const post = (path: string, init = {}) => app.request(`${API}/${path}`, { method: 'POST', ...init })
  const added = await post(`add?${options}`, form(...names.map((name) => file(name, 'twelve bytes'))))
  const { Hash } = JSON.parse((await added.text()).trim().split('\n').at(-1) ?? '')
  return (await post(`dag/get?arg=${Hash}`)).json()
}
