import { describe, expect, it } from 'vitest'
import { addressFaults, copyFaults } from '../check/lock-file.ts'

describe('addressFaults()', () => {
  it('finds nothing when packages have no address, or are in this folder', () => {
    const lockFile = {
      packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { resolved: 'b' } },
    }

    expect(addressFaults(JSON.stringify(lockFile))).toEqual([])
  })

  it('finds a download address', () => {
    const lockFile = { packages: { 'node_modules/a': { resolved: 'https://packages.example/a-1.0.0.tgz' } } }

    expect(addressFaults(JSON.stringify(lockFile))).toEqual([
      'package-lock.json: "node_modules/a" carries a download address',
    ])
  })
})

describe('copyFaults()', () => {
  it('finds nothing when there is one copy of each', () => {
    expect(copyFaults(['a', '@b/c'], ['/x/node_modules/a', '/x/node_modules/@b/c'])).toEqual([])
  })

  it('finds a second copy, and an absent one', () => {
    const listed = ['/x/node_modules/a', '/x/node_modules/z/node_modules/a']

    expect(copyFaults(['a', 'b'], listed)).toEqual(['a: 2 copies, not one', 'b: 0 copies, not one'])
  })
})
