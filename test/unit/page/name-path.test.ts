import { describe, expect, it } from 'vitest'
import { enteredPath } from '../../../web/app/names/name-path.ts'

describe('enteredPath()', () => {
  it.each([
    [' bafyA ', '/ipfs/bafyA'],
    ['bafyA/a folder', '/ipfs/bafyA/a folder'],
    ['/ipns/k51A/x', '/ipns/k51A/x'],
    ['ipfs://bafyA/x', 'ipfs://bafyA/x'],
    ['http://127.0.0.1:5001/ipfs/bafyA/a%20b', '/ipfs/bafyA/a b'],
    ['http://127.0.0.1:5001/ipfs/bafyA/100%.txt', '/ipfs/bafyA/100%.txt'],
    ['https://bafyA.ipfs.localhost:5001/', '/ipfs/bafya'],
    ['https://k51A.ipns.example.org/x/y', '/ipns/k51a/x/y'],
    ['https://example.org/page', 'https://example.org/page'],
  ])('reads "%s" as "%s"', (entered, path) => {
    expect(enteredPath(entered)).toBe(path)
  })
})
