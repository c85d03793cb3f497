import { describe, expect, it } from 'vitest'
import { reachOf } from '../../../web/app/content/share/reach.ts'

const at = (origin: string) => ({ path: '/ipfs/a', origin })

describe('reachOf()', () => {
  it('says that the content of a browser is nowhere else', () => {
    const { url, note } = reachOf({ kind: 'browser' }, at('https://pool.example'))

    expect(url).toBe('https://pool.example/ipfs/a')
    expect(note).toMatch(/^Only this browser/)
  })

  it('says whether an address leads out of this computer', () => {
    expect(reachOf({ kind: 'server' }, at('http://127.0.0.1:5001')).note).toContain('this computer alone')
    expect(reachOf({ kind: 'server' }, at('http://localhost:5001')).note).toContain('this computer alone')
    expect(reachOf({ kind: 'server' }, at('https://pool.example')).note).toContain('wherever')
  })

  it('leads to another node at its own address', () => {
    const { url } = reachOf({ kind: 'other', url: 'https://other.example' }, at('http://localhost:5001'))

    expect(url).toBe('https://other.example/ipfs/a')
  })
})
