import { describe, expect, it } from 'vitest'
import { privateHostReason } from '../../../src/http/public-hosts.ts'

const reasonOf = (address: string, allowed: readonly string[] = []) =>
  privateHostReason(new URL(address), allowed)

describe('privateHostReason()', () => {
  it.each(['https://example.org/', 'http://pins.example.org:8080/a', 'https://10.example.org./'])(
    'lets the public name in %s pass',
    (address) => {
      expect(reasonOf(address)).toBeUndefined()
    },
  )

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://8.8.8.8/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://127.0.0.1./',
  ])('refuses the address literal in %s, however it is written', (address) => {
    expect(reasonOf(address)).toMatch(/address literal/)
  })

  it.each([
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://printer/',
    'http://nas.local/',
    'http://metadata.google.internal/',
    'http://router.lan/',
    'http://1.0.0.127.in-addr.arpa/',
  ])('refuses the local name in %s', (address) => {
    expect(reasonOf(address)).toMatch(/local name/)
  })

  it('lets hosts pass that the owner allows, with their port', () => {
    const allowed = ['127.0.0.1:5002', 'nas.local']

    expect(reasonOf('http://127.0.0.1:5002/', allowed)).toBeUndefined()
    expect(reasonOf('http://nas.local/', allowed)).toBeUndefined()
    expect(reasonOf('http://127.0.0.1:5003/', allowed)).toMatch(/address literal/)
    expect(reasonOf('http://nas.local:81/', allowed)).toMatch(/local name/)
  })

  it.each(['ftp://example.org/', 'file:///etc/passwd', 'data:,a', 'https://user:password@example.org/'])(
    'refuses %s',
    (address) => {
      expect(reasonOf(address)).toMatch(/not an address over HTTP|names a user/)
    },
  )
})
