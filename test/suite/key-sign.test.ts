import { describe, expect, it } from 'vitest'
import keys from '../fixtures/keys/keys.json' with { type: 'json' }
import { file, form } from '../requests/form.ts'
import { callKeys, errorOf, failure, removeKeysAtEnd } from '../requests/keys.ts'

const PREFIX = 'key-sign '
removeKeysAtEnd(PREFIX)

const HELLO = form(file('data', 'hello'))
const [ed25519] = keys.reference
if (!ed25519) throw new Error('the fixture has moved')

async function imported({ file: path, pem }: (typeof keys.reference)[number]): Promise<string> {
  const name = PREFIX + path
  const query = { arg: name, format: 'pem-pkcs8-cleartext', 'allow-any-key-type': 'true' }
  await callKeys('key/import', query, form(file('key', pem)))
  return name
}

const sign = (query: Readonly<Record<string, string>> = {}) => callKeys('key/sign', query, HELLO)
const verify = (query: Readonly<Record<string, string>>, body = HELLO) => callKeys('key/verify', query, body)

describe('POST /api/v0/key/sign and /api/v0/key/verify', () => {
  it.each(keys.reference)(
    'sign with $type in $file as the reference, and hold its signature',
    async (vector) => {
      const key = await imported(vector)
      const Key = { Name: key, Id: vector.name }

      const signed = (await (await sign({ key })).json()) as { Key: object; Signature: string }

      expect(signed.Key).toEqual(Key)
      if (vector.type !== 'ecdsa') expect(signed.Signature).toBe(vector.signatureOfHello)
      for (const signature of [vector.signatureOfHello, signed.Signature]) {
        expect(await (await verify({ key, signature })).json()).toEqual({ Key, SignatureValid: true })
      }
      const other = form(file('data', 'other'))
      const unequal = await verify({ key, signature: signed.Signature }, other)
      expect(await unequal.json()).toEqual({ Key, SignatureValid: false })
      expect(await (await verify({ key, signature: 'uAAAA' })).json()).toEqual({ Key, SignatureValid: false })
    },
  )

  it('have the header of a stream, as at the reference', async () => {
    const signed = await sign()
    const { Signature: signature } = (await signed.clone().json()) as { Signature: string }
    const verified = await verify({ signature })

    for (const { headers } of [signed, verified]) expect(headers.get('x-chunked-output')).toBe('1')
  })

  it('take the identity of the node where no key is named', async () => {
    const { ID } = (await (await callKeys('id')).json()) as { ID: string }

    const signed = (await (await sign({ 'ipns-base': 'b58mh' })).json()) as { Key: object; Signature: string }

    expect(signed.Key).toEqual({ Name: 'self', Id: ID })
    const query = { signature: signed.Signature, key: ID, 'ipns-base': 'b58mh' }
    expect(await (await verify(query)).json()).toEqual({ Key: { Name: '', Id: ID }, SignatureValid: true })
  })

  it('verify against a name of the network which holds the key', async () => {
    const { name, signatureOfHello: signature } = ed25519

    for (const key of [name, `/ipns/${name}`]) {
      expect(await (await verify({ key, signature })).json()).toEqual({
        Key: { Name: '', Id: name },
        SignatureValid: true,
      })
    }
    expect(await (await verify({ key: keys.names[1]?.base58 ?? '', signature })).json()).toMatchObject({
      SignatureValid: false,
    })
  })

  it.each([
    [{ key: 'nope', signature: 'uAAAA' }, `'"nope"' is not a known key, an IPNS Name, or a valid PeerID`],
    [{ key: keys.names[0]?.base58 ?? '', signature: 'uAAAA' }, 'public key is not embedded in peer ID'],
    [{}, 'cannot decode multibase for zero length string'],
    [{ signature: 'AAAA' }, 'selected encoding not supported'],
    [{ signature: `u${'A'.repeat(9_000)}` }, 'signature too long'],
    [{ signature: 'u!!' }, 'signature is not base64url'],
  ])('refuse to verify %j', async (query, message) => {
    expect(await errorOf(verify(query))).toEqual(failure(message))
  })

  it('refuse to sign with a key that is not here', async () => {
    expect(await errorOf(sign({ key: 'nope' }))).toEqual(failure('no key by the given name was found'))
    expect(await errorOf(sign({ 'ipns-base': 'zz' }))).toEqual(failure('unsupported multibase encoding: zz'))
  })
})
