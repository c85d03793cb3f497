import { describe, expect, it } from 'vitest'
import { loopbackPolicy, tokenPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { encodeRecord } from '../../../src/ledger/records/encode-record.ts'
import { AUTHORIZATIONS, type Case, headersOf, type TokenKind } from '../../requests/access-matrix.ts'
import { file, form } from '../../requests/form.ts'
import { memoryNode } from '../memory-ports.ts'
import { creation, OTHER_ROLLAPP, ROLLAPP, update } from './ledger-of.ts'

const OWN = 'http://evil.example:5001'

const node = await memoryNode()
await node.ledger.create(creation())
await node.ledger.submit(update(1n, 1n))
await node.ledger.advance({ by: 1n })

const created = encodeRecord('MsgCreateRollapp', creation({ rollappId: OTHER_ROLLAPP }))
const submitted = encodeRecord('MsgUpdateState', update(2n, 1n))

/** Each is accepted from a caller that may write. */
const WRITES: readonly [path: string, body: Uint8Array][] = [
  ['create', created],
  ['submit', submitted],
  ['advance', new Uint8Array()],
  [`revert?arg=${ROLLAPP}&arg=1`, new Uint8Array()],
  ['params?dispute-period=9', new Uint8Array()],
]

/** An app of its own: failures are counted. */
function call(path: string, { token, body }: { readonly token: TokenKind; readonly body: Uint8Array }) {
  const row: Case = { stance: 'deployment', host: 'public name', caller: 'program', token, path }
  const init = form(file('', body))
  const headers = { ...headersOf(row, OWN), ...Object.fromEntries(new Headers(init.headers)) }
  const app = createApp(node, tokenPolicy(AUTHORIZATIONS))
  return app.fetch(new Request(`${OWN}/api/v0/ledger/${path}`, { ...init, headers }))
}

describe('the ledger of a node that asks for tokens', () => {
  it.each(WRITES)(
    'refuses /%s without one, or with one that is no good, and stays as it was',
    async (path, body) => {
      const root = await node.ledger.head()

      for (const token of ['none', 'bad', 'expired', 'elsewhere'] as const) {
        expect((await call(path, { token, body })).status).toBe(403)
      }

      expect((await node.ledger.head()).equals(root)).toBe(true)
    },
  )

  it.each(WRITES)('and one without tokens refuse /%s from a page of another origin', async (path, body) => {
    const root = await node.ledger.head()
    const init = form(file('', body))
    const headers = { ...Object.fromEntries(new Headers(init.headers)), Origin: 'http://evil.example' }

    for (const [policy, host] of [
      [tokenPolicy(AUTHORIZATIONS), OWN],
      [loopbackPolicy(), 'http://127.0.0.1:5001'],
    ] as const) {
      const request = new Request(`${host}/api/v0/ledger/${path}`, { ...init, headers })
      expect((await createApp(node, policy).fetch(request)).status).toBe(403)
    }

    expect((await node.ledger.head()).equals(root)).toBe(true)
  })

  it('answers the queries of settlement chains to anybody', async () => {
    const app = createApp(node, tokenPolicy(AUTHORIZATIONS))

    const response = await app.fetch(
      new Request(`${OWN}/dymensionxyz/dymension/rollapp/state_info/${ROLLAPP}/1`),
    )

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ stateInfo: { startHeight: '1' } })
  })

  it.each(WRITES)('takes /%s with one', async (path, body) => {
    const root = await node.ledger.head()

    expect((await call(path, { token: 'right', body })).status).toBe(200)

    expect((await node.ledger.head()).equals(root)).toBe(false)
  })
})
