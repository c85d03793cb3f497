import { describe, expect, it } from 'vitest'
import { folderFaults } from '../check/full-folders.ts'
import { readSourceFile } from '../check/source-files.ts'
import { twinFaults } from '../check/twin-names.ts'
import { wallFaults } from '../check/walls.ts'
import type { Room } from './room.ts'

const rooms: readonly Room[] = [
  { path: 'src/ports', imports: [] },
  {
    path: 'src/codec',
    imports: ['src/ports'],
    packages: { multiformats: 'CIDs', '@noble/hashes': 'hashes' },
  },
  { path: 'src/pins', imports: ['src/ports', 'src/codec'] },
  { path: '*/part.ts', imports: ['src/ports'] },
  { path: 'src/rpc', also: ['src/app.ts'], imports: ['src/pins'], packages: { 'node:': 'none, in earnest' } },
]

/** A tree in which every room has a file, without faults. */
const TREE = {
  'src/ports/clock.ts': 'export interface Clock {}',
  'src/codec/cid.ts': "import { CID } from 'multiformats/cid'\nexport const parse = CID.parse",
  'src/pins/pin.ts': "import { parse } from '../codec/cid.ts'\nexport const pin = parse",
  'src/pins/part.ts': "import { pin } from './pin.ts'\nexport const part = pin",
  'src/rpc/add.ts': "import { pin } from '../pins/pin.ts'\nexport const add = pin",
}

describe('wallFaults()', () => {
  it('finds nothing where every arrow leads down', () => {
    expect(faultsOf({})).toEqual([])
  })

  it.each([
    ['import', "import { add } from '../rpc/add.ts'\nadd()"],
    ['import type', "import type { Added } from '../rpc/add.ts'\nexport type Pinned = Added"],
    ['export from', "export { add } from '../rpc/add.ts'"],
    ['import()', "export const add = () => import('../rpc/add.ts')"],
    ['import() in a type', "export type Rpc = typeof import('../rpc/add.ts')"],
    ['import for effect', "import '../rpc/add.ts'"],
    ['import of its text', "import text from '../rpc/add.ts?raw'\nexport const source = text"],
  ])('refuses a higher room: %s', (_, text) => {
    expect(faultsOf({ 'src/pins/up.ts': text })).toEqual([
      'src/pins/up.ts imports src/rpc/add.ts: src/rpc is a higher room',
    ])
  })

  it('refuses a lower room that the table does not give', () => {
    expect(
      faultsOf({ 'src/app.ts': "import type { Clock } from './ports/clock.ts'\nexport type T = Clock" }),
    ).toEqual([
      'src/app.ts imports src/ports/clock.ts: test/boundaries/layers.ts does not give src/rpc the room src/ports',
    ])
  })

  it('refuses a file without a room, and an import that leads to none', () => {
    expect(faultsOf({ 'src/cellar/wine.ts': 'export const wine = 1' })).toEqual([
      'src/cellar/wine.ts is in no room: add its folder to test/boundaries/layers.ts',
    ])
    expect(faultsOf({ 'src/pins/test.ts': "import '../../test/made-up.ts'" })).toEqual([
      'src/pins/test.ts imports test/made-up.ts, which is in no room of test/boundaries/layers.ts',
    ])
  })

  it('lets a file with a row for its name import its own folder, and no other', () => {
    expect(faultsOf({ 'src/ports/part.ts': "import '../pins/pin.ts'\nimport './clock.ts'" })).toEqual([
      'src/ports/part.ts imports src/pins/pin.ts: test/boundaries/layers.ts does not give */part.ts the room src/pins',
    ])
    expect(faultsOf({ 'src/rpc/part.ts': "import './add.ts'" })).toEqual([
      'src/rpc/part.ts imports src/rpc/add.ts: src/rpc is a higher room',
    ])
  })

  it.each([
    ['multiformats/cid', 'multiformats'],
    ['@noble/hashes/sha2.js', '@noble/hashes'],
    ['node:fs/promises', 'node:'],
    ['vitest', 'vitest'],
  ])('refuses a package that the room has no permission for: %s', (specifier, name) => {
    expect(faultsOf({ 'src/pins/package.ts': `import '${specifier}'` })).toEqual([
      `src/pins/package.ts imports package "${name}": test/boundaries/layers.ts does not give it to src/pins`,
    ])
  })

  it('lets a room import its packages', () => {
    const texts = { 'src/codec/hash.ts': "import '@noble/hashes/sha2.js'", 'src/app.ts': "import 'node:fs'" }

    expect(faultsOf(texts)).toEqual([])
  })

  it('refuses a circle of files within a room, of types too', () => {
    const texts = {
      'src/pins/a.ts': "import type { B } from './b.ts'\nexport type A = B",
      'src/pins/b.ts': "import type { C } from './c.ts'\nexport type B = C",
      'src/pins/c.ts': "import type { A } from './a.ts'\nexport type C = A",
    }

    expect(faultsOf(texts)).toEqual(['Circle: src/pins/a.ts → src/pins/b.ts → src/pins/c.ts → src/pins/a.ts'])
  })

  it.each([
    [
      'a room below in the table',
      [
        { path: 'a', imports: ['b'] },
        { path: 'b', imports: [] },
      ],
      'Room a may import b, which is not above it in the table',
    ],
    [
      'an unknown room',
      [
        { path: 'a', imports: ['x'] },
        { path: 'b', imports: [] },
      ],
      'Room a may import x, which is no room',
    ],
    [
      'a room twice',
      [
        { path: 'a', imports: [] },
        { path: 'b', imports: [] },
        { path: 'a', imports: [] },
      ],
      'Room a is in the table twice',
    ],
    [
      'an empty room',
      [
        { path: 'a', imports: [] },
        { path: 'b', imports: [] },
        { path: 'c', imports: [] },
      ],
      'Room c has no file',
    ],
  ])('refuses a table with %s', (_, table, fault) => {
    const files = ['a/one.ts', 'b/one.ts'].map((path) => readSourceFile(path, ''))

    expect(wallFaults(files, table)).toContain(fault)
  })
})

describe('folderFaults()', () => {
  it('refuses a folder of src with more than 25 files at one level', () => {
    const files = (folder: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ path: `${folder}/file-${at}.ts` }))

    expect(
      folderFaults([...files('src/pins', 25), ...files('src/pins/below', 25), ...files('edge', 26)]),
    ).toEqual([])
    expect(folderFaults(files('src/pins', 26))).toEqual([
      'src/pins has 26 files, more than 25: part it by subject',
    ])
  })
})

describe('twinFaults()', () => {
  const files = [
    readSourceFile('src/pins/pin.ts', 'export const image = 1\nexport interface Pin {}'),
    readSourceFile('web/host/clock.ts', 'export function clock(): void {}'),
    readSourceFile(
      'edge/pin.ts',
      "export function image(): void {}\nexport type { Pin } from '../src/pins/pin.ts'",
    ),
    readSourceFile('edge/clock.ts', 'export function clock(): void {}'),
  ]
  const clocks = { files: /^(?:edge|web\/host)\/clock\.ts$/, reason: 'a port on two hosts' }

  it('refuses a name that two files export, unless their row allows it', () => {
    expect(twinFaults(files, [clocks])).toEqual([
      '"image" is exported by src/pins/pin.ts and edge/pin.ts: give one another name',
    ])
  })

  it('refuses a row that allows one file alone', () => {
    expect(twinFaults(files.slice(0, 3), [clocks])).toContain(
      `No two files of ${clocks.files} export the same name: remove the row`,
    )
  })
})

/** The faults of the tree after some of its files were changed. */
function faultsOf(changed: Readonly<Record<string, string>>): string[] {
  const files = Object.entries({ ...TREE, ...changed }).map(([path, text]) => readSourceFile(path, text))
  return wallFaults(files, rooms)
}
