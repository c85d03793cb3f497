import { describe, expect, it } from 'vitest'
import type { Item } from '../../../web/app/content/files/entry.ts'
import { findInTree, matchesName, SEARCH_BUDGET } from '../../../web/app/content/files/find-in-tree.ts'
import { createSelection } from '../../../web/app/content/files/selection.ts'

const item = (path: string, isFolder = false): Item => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  cid: `cid of ${path}`,
  isFolder,
  sizeBytes: 0,
})

describe('findInTree()', () => {
  const tree: Readonly<Record<string, readonly Item[]>> = {
    '/': [item('/tide.txt'), item('/a', true)],
    '/a': [item('/a/Low Tide', true), item('/a/other')],
    '/a/Low Tide': [item('/a/Low Tide/x')],
  }
  const read = async function* (folder: string) {
    for (const one of tree[folder] ?? []) yield [one]
  }

  it('finds files and folders on all levels, whatever the case of their letters', async () => {
    const { matches, isWhole } = await findInTree('/', 'TIDE ', { read })

    expect(matches.map(({ path }) => path)).toEqual(['/tide.txt', '/a/Low Tide'])
    expect(isWhole).toBe(true)
  })

  it.each([{ entries: 3 }, { folders: 2 }, { matches: 1 }])('ends at a budget of %o', async (limit) => {
    const { isWhole } = await findInTree('/', 't', { read, budget: { ...SEARCH_BUDGET, ...limit } })

    expect(isWhole).toBe(false)
  })

  it('ends in a tree that has no end', async () => {
    const endless = async function* (folder: string) {
      yield [item(`${folder}/a`, true), item(`${folder}/b`, true)]
    }

    const { matches, isWhole } = await findInTree('', 'none', { read: endless })

    expect([matches, isWhole]).toEqual([[], false])
  })
})

describe('matchesName()', () => {
  it('finds by the beginning of a CID too', () => {
    expect(matchesName(item('/a'), 'cid of')).toBe(true)
    expect(matchesName(item('/a'), 'cid')).toBe(false)
  })
})

describe('a selection', () => {
  const order = ['a', 'b', 'c', 'd']

  it('selects a range from the path before, in either direction, and unselects one', () => {
    const selection = createSelection()

    selection.toggle('c', { isRange: false, order })
    selection.toggle('a', { isRange: true, order })
    expect([...selection.paths].toSorted()).toEqual(['a', 'b', 'c'])
    selection.toggle('b', { isRange: false, order })
    expect([...selection.paths].toSorted()).toEqual(['a', 'c'])
    selection.toggle('d', { isRange: true, order })
    expect([...selection.paths].toSorted()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('takes a path alone when the one before is no longer in the list', () => {
    const selection = createSelection()
    selection.toggle('gone', { isRange: false, order })
    selection.replace([])

    selection.toggle('b', { isRange: true, order })

    expect([...selection.paths]).toEqual(['b'])
  })
})
