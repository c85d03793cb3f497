import { describe, expect, it } from 'vitest'
import type { FolderEntry } from '../../../web/app/content/files/entry.ts'
import { faultOfName, freeName } from '../../../web/app/content/files/free-name.ts'
import { mediaKind, typeText } from '../../../web/app/content/files/media-kind.ts'
import { inOrder, ORDERS, type Order } from '../../../web/app/content/files/order.ts'

const entry = (name: string, sizeBytes = 0, isFolder = false): FolderEntry => ({
  name,
  cid: '',
  sizeBytes,
  isFolder,
})

describe('inOrder()', () => {
  const entries = [
    entry('b10.txt', 5),
    entry('b9.txt', 7),
    entry('A.png', 7),
    entry('z', 0, true),
    entry('y', 0, true),
  ]

  it.each<[Order, string[]]>([
    ['name', ['y', 'z', 'A.png', 'b9.txt', 'b10.txt']],
    ['name-down', ['z', 'y', 'b10.txt', 'b9.txt', 'A.png']],
    ['size', ['y', 'z', 'b10.txt', 'A.png', 'b9.txt']],
    ['size-down', ['y', 'z', 'A.png', 'b9.txt', 'b10.txt']],
    ['type', ['y', 'z', 'A.png', 'b9.txt', 'b10.txt']],
  ])('sorts by %s, folders first', (order, names) => {
    expect(inOrder(entries, order).map(({ name }) => name)).toEqual(names)
  })

  it('has a name for each order, and sorts names that differ by case alone in one way', () => {
    for (const order of Object.keys(ORDERS) as Order[]) {
      const [one, other] = [entry('a'), entry('A')]
      expect(inOrder([one, other], order)).toEqual(inOrder([other, one], order))
    }
  })
})

describe('freeName()', () => {
  it('numbers a name that is taken, before its extension', () => {
    const taken = new Set(['a.txt', 'a (2).txt', 'folder', '.hidden'])
    const free = (name: string) => freeName(name, (candidate) => taken.has(candidate))

    expect(['b.txt', 'a.txt', 'folder', '.hidden'].map(free)).toEqual([
      'b.txt',
      'a (3).txt',
      'folder (2)',
      '.hidden (2)',
    ])
  })
})

describe('faultOfName()', () => {
  it('refuses what is no name of an entry', () => {
    expect(['', ' ', 'a/b', '.', '..'].map((name) => faultOfName(name) !== undefined)).not.toContain(false)
    expect(faultOfName('...')).toBeUndefined()
  })
})

describe('mediaKind() and typeText()', () => {
  it('tell a file by its extension alone', () => {
    expect(['a.JPEG', 'a.md', 'a.tar.gz', 'noise', '.png'].map(mediaKind)).toEqual([
      'picture',
      'markdown',
      'unknown',
      'unknown',
      'unknown',
    ])
    expect(typeText({ name: 'a.png', isFolder: true })).toBe('Folder')
    expect(typeText({ name: 'a.zip', isFolder: false })).toBe('ZIP')
    expect(typeText({ name: 'a. strange one', isFolder: false })).toBe('File')
  })
})
