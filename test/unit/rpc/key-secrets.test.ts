import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../edge/system-clock.ts'
import type { AccessPolicy } from '../../../src/access/policy.ts'
import { loopbackPolicy, originPolicy, tokenPolicy } from '../../../src/access/policy.ts'
import { makeToken } from '../../../src/access/tokens.ts'
import { createApp } from '../../../src/app.ts'

import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { createNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import keys from '../../fixtures/keys/keys.json' with { type: 'json' }
import {
  AUTHORIZATIONS,
  CALLERS,
  type Caller,
  headersOf,
  type Stance,
  TOKENS,
  type TokenKind,
} from '../../requests/access-matrix.ts'
import { file, form } from '../../requests/form.ts'

const HOST = 'http://127.0.0.1:5001'
const [ed25519] = keys.reference
if (!ed25519) throw new Error('the fixture has moved')

async function started(policy: AccessPolicy) {
  const logger = memoryLogger()
  const node = await createNode(
    {
      blockstore: memoryBlockstore(),
      datastore: memoryDatastore(),
      clock: systemClock(),
      random: seededRandom(1),
      locks: memoryLocks(),
      logger,
      hostKey: memoryHostKey(new Uint8Array(32)),
    },
    { parts: WHOLE_NODE, repoPath: 'memory', system: 'memory/node' },
  )
  const app = createApp(node, policy)
  const call = async (path: string, headers: HeadersInit = {}, init: RequestInit = {}) =>
    app.fetch(new Request(`${HOST}/api/v0/${path}`, { method: 'POST', ...init, headers }))
  return { node, call, logger }
}

const asCaller = (caller: Caller, token: TokenKind) =>
  headersOf({ stance: 'loopback', host: 'loopback address', caller, token, path: '' }, HOST)
const SECRETS = asCaller('program', 'secrets')

/** A node whose one named key, `a`, is the Ed25519 key of the fixture. */
async function withKey() {
  const started_ = await started(loopbackPolicy(AUTHORIZATIONS))
  const { body, headers } = form(file('key', ed25519?.pem ?? ''))
  const path = 'key/import?arg=a&format=pem-pkcs8-cleartext'
  const response = await started_.call(path, headers as HeadersInit, { body: body ?? null })
  expect(response.status).toBe(200)
  return started_
}

const POLICIES: Readonly<Record<Exclude<Stance, 'closed'>, AccessPolicy>> = {
  loopback: loopbackPolicy(AUTHORIZATIONS),
  deployment: tokenPolicy(AUTHORIZATIONS),
  'service worker': { ...originPolicy(HOST), authorizations: AUTHORIZATIONS },
}

describe.each(Object.entries(POLICIES))('who gets a key out of a node: %s', (stance, policy) => {
  it('a program with a token that names the command, and no other caller', async () => {
    const { node, call } = await started(policy)
    await node.keys.create('a', { type: 'ed25519' })
    const secret = Buffer.from((await node.keys.open('a')).message)
    const got = []

    for (const caller of CALLERS) {
      for (const token of TOKENS) {
        for (const path of ['key/export?arg=a', 'key/export/a', 'key%2Fexport?arg=a', 'ke%79/export?arg=a']) {
          const response = await call(path, asCaller(caller, token))
          const answer = Buffer.from(await response.arrayBuffer())
          if (response.status === 200 || answer.includes(secret)) got.push([caller, token, path])
        }
      }
    }

    const allowed = ['key/export?arg=a', 'key/export/a', 'key%2Fexport?arg=a', 'ke%79/export?arg=a']
    expect(got).toEqual(
      stance === 'service worker' ? [] : allowed.map((path) => ['program', 'secrets', path]),
    )
  })
})

/** Tokens that name some of the paths that a backup with keys needs. */
const MOVING = { export: ['backup/export', 'key/export'], import: ['backup/import', 'key/rotate'] } as const

async function movingTokens() {
  const grants = {
    whole: MOVING.export.concat(MOVING.import as never),
    half: ['backup'],
    keys: ['key/export', 'key/rotate'],
  }
  const made = await Promise.all(
    Object.entries(grants).map(([name, paths]) =>
      makeToken({
        ...{ random: seededRandom(5), name, expiresAtMs: undefined },
        allowedPaths: paths.map((path) => `/api/v0/${path}`),
      }),
    ),
  )
  const tokens = Object.fromEntries(made.map(({ authorization, token }) => [authorization.name, token]))
  return {
    tokens,
    authorizations: new Map(made.map(({ authorization }) => [authorization.name, authorization])),
  }
}

describe('who moves the keys of a node by a backup', () => {
  const CALLS = ['backup/export?password=low+tide+at+nine', 'backup%2Fimport?password=low+tide+at+nine']
  const statuses = (call: Awaited<ReturnType<typeof started>>['call'], headers: HeadersInit) =>
    Promise.all(
      CALLS.map(async (path) => {
        const { body, headers: formHeaders } = form(file('data', 'no backup'))
        const response = await call(path, { ...(formHeaders as object), ...headers }, { body: body ?? null })
        await response.arrayBuffer()
        return response.status
      }),
    )

  it.each([['loopback', loopbackPolicy] as const, ['deployment', tokenPolicy] as const])(
    'at %s a program with a token for the backup that also names the secret command',
    async (_, policy) => {
      const { tokens, authorizations } = await movingTokens()
      const { call } = await started(policy(authorizations))
      const asHolder = (name: string) => ({ Authorization: `Bearer ${tokens[name]}`, 'User-Agent': 'curl/8' })

      expect(await statuses(call, asHolder('whole'))).toEqual([200, 500])
      for (const name of ['half', 'keys']) expect(await statuses(call, asHolder(name))).toEqual([403, 403])
      expect(await statuses(call, {})).toEqual([403, 403])
      expect(await statuses(call, { ...asHolder('whole'), Origin: HOST })).toEqual([403, 403])
    },
  )

  it('in a browser its own pages, and no others', async () => {
    const { call } = await started(originPolicy(HOST))

    expect(await statuses(call, {})).toEqual([200, 500])
    expect(await statuses(call, { Origin: 'https://evil.example' })).toEqual([403, 403])
    expect(await statuses(call, { Origin: 'null' })).toEqual([403, 403])
  })
})

describe('the log', () => {
  it('has no word of a key, whatever is done with it', async () => {
    const { call, logger } = await withKey()
    const { body, headers } = form(file('key', ed25519.pem.replace('MC4C', 'MC4D')))

    await call('key/import?arg=b&format=pem-pkcs8-cleartext', headers as HeadersInit, { body: body ?? null })
    await call('key/export?arg=a', SECRETS)
    await call('key/export?arg=a&format=pem-pkcs8-cleartext&password=tide', SECRETS)

    const log = JSON.stringify(logger.lines)
    for (const secret of ['PRIVATE KEY', 'tide', ed25519.pem.slice(40, 80)]) expect(log).not.toContain(secret)
  })
})
