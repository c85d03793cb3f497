import * as Digest from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { CID, IDENTITY_CODE, parseCid, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { dnsLabel } from '../../../src/codec/cid/dns-label.ts'

const KEY_IN_BASE36 = 'k51qzi5uqu5dk3v4rmjber23h16xnr23bsggmqqil9z2gduiis5se8dht36dam'

describe('dnsLabel()', () => {
  it.each([
    [
      'QmZULkCELmmk5XNfCgTnCyFgAVxBRBXyDHGGMVoLFLiXEN',
      'bafybeiffndsajwhk3lwjewwdxqntmjm4b5wxaaanokonsggenkbw6slwk4',
    ],
    [
      'BAFYBEIFFNDSAJWHK3LWJEWWDXQNTMJM4B5WXAAANOKONSGGENKBW6SLWK4',
      'bafybeiffndsajwhk3lwjewwdxqntmjm4b5wxaaanokonsggenkbw6slwk4',
    ],
    [KEY_IN_BASE36, KEY_IN_BASE36],
    ['bafkqaaa', 'bafkqaaa'],
  ])('spells %s as %s', (text, label) => {
    expect(dnsLabel(parseCid(text))).toBe(label)
  })

  it('takes base 36 where base 32 is a character too long, up to 63', () => {
    const labels = [34, 35, 36, 37, 38].map((bytes) => {
      const cid = CID.createV1(RAW_CODEC, Digest.create(IDENTITY_CODE, new Uint8Array(bytes).fill(0xff)))
      return labelOrError(cid)
    })

    expect(labels.map((label) => [label[0], label.length])).toEqual([
      ['b', 62],
      ['k', 60],
      ['k', 62],
      ['k', 63],
      ['C', 50],
    ])
    expect(labels.at(-1)).toBe('CID incompatible with DNS label length limit of 63')
  })
})

function labelOrError(cid: CID): string {
  try {
    return dnsLabel(cid)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
