import { decode, encode } from '@ipld/dag-cbor'
import { describe, expect, it } from 'vitest'
import { checkAddress, formatAddress } from '../../../src/ledger/identifiers/address.ts'
import { checkRollappId } from '../../../src/ledger/identifiers/rollapp-id.ts'
import { decodeRecord } from '../../../src/ledger/records/decode-record.ts'
import { encodeRecord } from '../../../src/ledger/records/encode-record.ts'
import vectors from '../../fixtures/ledger/vectors.json' with { type: 'json' }
import { fromHex } from '../../requests/hex.ts'
import { creation, failure, ledgerOf, OTHER_ADDRESS, update } from './ledger-of.ts'

const prefix = 'dym'

describe('checkAddress()', () => {
  it.each(vectors.addresses.valid)('takes $address', ({ address, bytesHex }) => {
    expect(checkAddress(address, { prefix })).toBe(formatAddress(fromHex(bytesHex), prefix))
  })

  it.each(vectors.addresses.invalid)('refuses what is $reason', ({ address }) => {
    expect(() => checkAddress(address, { prefix })).toThrow(expect.objectContaining(failure(7, 'sdk')))
  })

  it('takes payloads of 1 to 255 bytes, and no others', () => {
    for (const size of [1, 32, 255]) {
      const address = formatAddress(new Uint8Array(size).fill(7), prefix)
      expect(checkAddress(address, { prefix })).toBe(address)
    }
    for (const size of [0, 256]) {
      const address = formatAddress(new Uint8Array(size), prefix)
      expect(() => checkAddress(address, { prefix })).toThrow(expect.objectContaining(failure(7, 'sdk')))
    }
  })
})

describe('checkRollappId()', () => {
  it.each(vectors.rollappIds)('follows the pattern on $id', ({ id, matchesPattern, withinLaterLimit50 }) => {
    if (matchesPattern && withinLaterLimit50) expect(checkRollappId(id).id).toBe(id)
    else expect(() => checkRollappId(id)).toThrow(expect.objectContaining(failure(1020)))
  })

  it('removes spaces, and accepts numbers of up to 64 bits', () => {
    expect(checkRollappId('  a_18446744073709551615-1 ')).toEqual({
      ...{ id: 'a_18446744073709551615-1', eip155: 2n ** 64n - 1n },
    })
    for (const id of ['a_18446744073709551616-1', `${'a'.repeat(47)}_1-1`, 'a_1-1/', '']) {
      expect(() => checkRollappId(id)).toThrow(expect.objectContaining(failure(1020)))
    }
  })
})

describe('MsgCreateRollapp', () => {
  it('is refused with token metadata, of which nothing is kept', () => {
    const bytes = encodeRecord('MsgCreateRollapp', creation())

    expect(decodeRecord('MsgCreateRollapp', bytes, { strict: true })).toEqual(creation())
    const named = new Uint8Array([...bytes, ...fromHex('42030a0161')])
    expect(() => decodeRecord('MsgCreateRollapp', named, { strict: true })).toThrow(
      expect.objectContaining(failure(3000)),
    )
  })
})

describe('createRollapp()', () => {
  it.each([
    ['no address', creation({ creator: 'dym1', rollappId: '' }), failure(7, 'sdk')],
    ['a bad id', creation({ rollappId: 'no', permissionedAddresses: ['no'] }), failure(1020)],
    ['a bad permitted address', creation({ permissionedAddresses: ['no', 'no'] }), failure(1003)],
    [
      'one permitted address in two spellings',
      creation({ permissionedAddresses: [OTHER_ADDRESS, OTHER_ADDRESS.toUpperCase()] }),
      failure(1004),
    ],
    ['an id that is taken', creation(), failure(1000)],
    ['a number that is taken', creation({ rollappId: 'else_1234-2' }), failure(1000)],
  ])('refuses %s', async (_, message, expected) => {
    const ledger = ledgerOf()
    await ledger.create(creation())

    await expect(ledger.create(message)).rejects.toMatchObject(expected)
  })

  it('lets only deployers create, and only so many', async () => {
    const ledger = ledgerOf()
    const deployer = { address: OTHER_ADDRESS.toUpperCase(), maxRollapps: 1n }
    const setDeployers = (...deployers: (typeof deployer)[]) => ledger.setParams({ deployers })
    await expect(setDeployers(deployer, deployer)).rejects.toMatchObject(failure(18, 'sdk'))
    await expect(setDeployers({ ...deployer, address: 'no' })).rejects.toMatchObject(failure(7, 'sdk'))
    await setDeployers(deployer)

    await expect(ledger.create(creation())).rejects.toMatchObject(failure(1013))
    await ledger.create(creation({ creator: OTHER_ADDRESS }))
    const second = creation({ creator: OTHER_ADDRESS, rollappId: 'b_2-1' })
    await expect(ledger.create(second)).rejects.toMatchObject(failure(1019))
  })
})

describe('a new ledger', () => {
  it('comes to the root that is written down', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())
    await ledger.advance({ to: 10n })
    await ledger.submit(update(1n, 2n))
    await ledger.advance({ to: 11n })
    await ledger.submit(update(3n, 1n))
    const { root } = await ledger.advance({ to: 14n })

    expect(root.toString()).toBe('bafyreigryptfte45vtdpqurr23aykdk4wxlrrjyix3wlusbheu356fk7bm')
    const { blocks } = await ledger.open()
    const bytes = (await blocks.get(root)) ?? new Uint8Array()
    expect(new Uint8Array(encode(decode(bytes)))).toEqual(bytes)
  })
})
