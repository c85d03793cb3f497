import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repeatedPackages } from '../check/repeated-packages.ts'
import { sizeFaults } from '../check/sizes.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidepool-bundles-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('sizeFaults()', () => {
  beforeEach(() => {
    writeFileSync(join(folder, 'one.js'), randomBytes(3000))
    writeFileSync(join(folder, 'two.js'), randomBytes(3000))
  })

  it('finds nothing when the files fit their budget together', () => {
    expect(sizeFaults(folder, { '*.js': 7 })).toEqual([])
  })

  it('finds a budget that is too small', () => {
    expect(sizeFaults(folder, { 'one.js': 4, '*.js': 5 })).toEqual([
      expect.stringMatching(/^\*\.js: 6\.\d+ kB, over the budget of 5 kB/),
    ])
  })

  it('counts the static imports of a single file with it, and no lazy ones', () => {
    writeFileSync(join(folder, 'entry.js'), 'import{a}from"./one.js";import("./two.js");')

    expect(sizeFaults(folder, { 'entry.js': 2 })).toEqual([
      expect.stringMatching(/^entry\.js: 3\.\d+ kB, over the budget of 2 kB/),
    ])
  })

  it('counts the scripts and stylesheets of a page with it', () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'assets/main.js'), randomBytes(3000))
    writeFileSync(join(folder, 'assets/style.css'), randomBytes(3000))
    const links =
      '<script type="module" crossorigin src="/assets/main.js"></script><link rel="stylesheet" href="/assets/style.css">'
    writeFileSync(join(folder, 'index.html'), links)

    expect(sizeFaults(folder, { 'index.html': 5 })).toEqual([
      expect.stringMatching(/^index\.html: 6\.\d+ kB, over the budget of 5 kB/),
    ])
  })

  it('finds a budget for files that are not there', () => {
    expect(sizeFaults(folder, { 'three.js': 5 })).toEqual(['three.js: no file'])
  })
})

describe('repeatedPackages()', () => {
  it('finds nothing when each package comes from one place', () => {
    writeMap(['../node_modules/hono/a.js', '../node_modules/hono/b.js', '../node_modules/@ipld/car/a.js'])

    expect(repeatedPackages(folder)).toEqual([])
  })

  it('finds a package that comes from two places', () => {
    writeMap(['../node_modules/multiformats/cid.js', '../node_modules/ipns/node_modules/multiformats/cid.js'])

    expect(repeatedPackages(folder)).toEqual([
      'worker.js.map: multiformats from ../node_modules/multiformats and ../node_modules/ipns/node_modules/multiformats',
    ])
  })

  it('finds a scoped package that comes from two places', () => {
    writeMap(['../node_modules/@ipld/dag-pb/a.js', '../node_modules/x/node_modules/@ipld/dag-pb/a.js'])

    expect(repeatedPackages(folder)).toHaveLength(1)
  })

  it('finds that there is nothing to look at', () => {
    expect(repeatedPackages(folder)).toEqual([`${folder}: no source map`])
  })

  function writeMap(sources: string[]): void {
    writeFileSync(join(folder, 'worker.js.map'), JSON.stringify({ version: 3, sources, mappings: '' }))
  }
})
