import { describe, expect, it } from 'vitest'
import { withOrigins } from '../../../src/access/origins.ts'
import { type AccessPolicy, loopbackPolicy, originPolicy, tokenPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import {
  ALLOWED_ORIGIN,
  AUTHORIZATIONS,
  CALLERS,
  type Case,
  expectedOutcome,
  HOSTS,
  type HostKind,
  headersOf,
  outcomeOf,
  type Stance,
  sampledPaths,
  TOKENS,
} from '../../requests/access-matrix.ts'
import { memoryNode } from '../memory-ports.ts'

const node = await memoryNode()

const POLICIES: Readonly<Record<Stance, (own: string) => AccessPolicy>> = {
  loopback: () => withOrigins(loopbackPolicy(AUTHORIZATIONS), [ALLOWED_ORIGIN]),
  deployment: () => withOrigins(tokenPolicy(AUTHORIZATIONS), [ALLOWED_ORIGIN]),
  closed: () => withOrigins(tokenPolicy(new Map()), [ALLOWED_ORIGIN]),
  'service worker': originPolicy,
}

const PLACES = Object.keys(POLICIES).flatMap((stance) =>
  Object.keys(HOSTS).map((host) => ({ stance: stance as Stance, host: host as HostKind })),
)

describe.each(PLACES)('$stance, asked by $host', ({ stance, host }) => {
  it.each(CALLERS)('lets in a %s with a token and to a path as the rules say', async (caller) => {
    const own = `http://${HOSTS[host]}`
    const cases: Case[] = sampledPaths(REGISTRY).flatMap((path) =>
      TOKENS.map((token) => ({ stance, host, caller, token, path })),
    )

    // One for each kind of token: failures are counted, and too many would be answered otherwise.
    const apps = new Map(TOKENS.map((token) => [token, createApp(node, POLICIES[stance](own))]))
    const outcomes = await Promise.all(cases.map((row) => ask(apps.get(row.token), row, own)))

    expect(outcomes).toEqual(cases.map((row) => ({ ...row, outcome: expectedOutcome(row) })))
  })
})

async function ask(app: ReturnType<typeof createApp> | undefined, row: Case, own: string) {
  const request = new Request(`${own}/api/v0/${row.path}`, { method: 'POST', headers: headersOf(row, own) })
  const response = await app?.fetch(request)
  return {
    ...row,
    outcome: outcomeOf({ status: response?.status ?? 0, text: (await response?.text()) ?? '' }),
  }
}
