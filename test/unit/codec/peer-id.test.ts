import { describe, expect, it } from 'vitest'
import { multibaseFor } from '../../../src/codec/cid/multibase.ts'
import { formatPeerId, parsePeerId } from '../../../src/codec/cid/peer-id.ts'
import keys from '../../fixtures/keys/keys.json' with { type: 'json' }

const names = [
  ...keys.names,
  ...keys.libp2p.map(({ type, peerIdBase58, peerIdCidBase32, peerIdCidBase36 }) => ({
    type,
    base58: peerIdBase58,
    cidBase32: peerIdCidBase32,
    cidBase36: peerIdCidBase36,
  })),
]

const NOT_A_KEY = 'can\'t convert CID of type "raw" to a peer ID'

describe('parsePeerId()', () => {
  it.each(names)('reads every form of a name of type $type, and formatPeerId() writes it', (name) => {
    for (const text of [name.base58, name.cidBase32, name.cidBase36]) {
      const peerId = parsePeerId(text)

      expect(formatPeerId(peerId)).toBe(name.base58)
      expect(formatPeerId(peerId, multibaseFor('base32'))).toBe(name.cidBase32)
      expect(formatPeerId(peerId, multibaseFor('base36'))).toBe(name.cidBase36)
    }
  })

  it.each([
    ['', 'failed to parse peer ID: invalid cid: cid too short'],
    ['k', 'failed to parse peer ID: invalid cid: cid too short'],
    ['nonsense', 'failed to parse peer ID: invalid cid: selected encoding not supported'],
    ['QmNotBase58!', "failed to parse peer ID: input isn't valid multihash"],
    ['bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq', NOT_A_KEY],
  ])('answers "%s" with the text of the reference', (text, message) => {
    expect(() => parsePeerId(text)).toThrow(expect.objectContaining({ code: 'invalid-argument', message }))
  })

  it.each(['1', 'Qm', `1${'z'.repeat(100)}`])('throws invalid-argument for "%s"', (text) => {
    expect(() => parsePeerId(text)).toThrow('failed to parse peer ID: ')
  })
})
