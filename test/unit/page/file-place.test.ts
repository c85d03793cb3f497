import { describe, expect, it } from 'vitest'
import {
  folderOf,
  hrefOf,
  nameOf,
  parseFilesPlace,
  pathOf,
  typedPath,
} from '../../../web/app/content/files/place.ts'

const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const OLD = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o'

describe('parsePlace()', () => {
  it.each([
    ['', '/'],
    ['a/b', '/a/b'],
    ['a//./../b/', '/a/b'],
    ['ipfs', '/ipfs'],
    ['ipfs/notes', '/ipfs/notes'],
    [`ipfs/${CID}`, `/ipfs/${CID}`],
    [`ipfs/${OLD}/a b`, `/ipfs/${OLD}/a b`],
  ])('reads "%s" as the path %s', (rest, path) => {
    expect(pathOf(parseFilesPlace(rest))).toBe(path)
  })

  it('knows fixed content from a folder called ipfs', () => {
    expect(parseFilesPlace(`ipfs/${CID}`).area).toBe('ipfs')
    expect(parseFilesPlace('ipfs/notes').area).toBe('files')
  })
})

describe('hrefOf()', () => {
  it('has names that the navigation reads back', () => {
    const path = '/100 %/a#b?c/ü "q"'

    expect(decodeURIComponent(hrefOf(path))).toBe(`#content${path}`)
    expect(hrefOf('/')).toBe('#content')
  })
})

describe('folderOf() and nameOf()', () => {
  it('divide a path', () => {
    expect([folderOf('/a/b.txt'), nameOf('/a/b.txt')]).toEqual(['/a', 'b.txt'])
    expect([folderOf('/a'), nameOf('/a')]).toEqual(['/', 'a'])
    expect([folderOf('/'), nameOf('/')]).toEqual(['/', ''])
  })
})

describe('typedPath()', () => {
  it.each([
    [CID, `/ipfs/${CID}`],
    [` ${OLD}/a/ `, `/ipfs/${OLD}/a`],
    [`/ipfs/${CID}/a`, `/ipfs/${CID}/a`],
    [`ipfs://${CID}/a?b#c`, `/ipfs/${CID}/a`],
    [`https://example.org/ipfs/${CID}/a%20b?download=true`, `/ipfs/${CID}/a b`],
    [`/ipfs/${CID}/100%/a%20b`, `/ipfs/${CID}/100%/a b`],
    [`http://${CID}.ipfs.localhost:5001/a`, `/ipfs/${CID}/a`],
    ['/ipns/example.org/a', '/ipns/example.org/a'],
    ['/photos/2026', '/photos/2026'],
  ])('takes %s for %s', (text, path) => {
    expect(typedPath(text)).toBe(path)
  })

  it.each(['', 'photo', 'a long name of a photograph without any digits', 'bafy', 'example.org'])(
    'takes "%s" for a name',
    (text) => {
      expect(typedPath(text)).toBeUndefined()
    },
  )
})
