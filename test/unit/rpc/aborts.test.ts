import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readCollectionState } from '../../../src/content-lock/collection-state.ts'
import { COLLECTING, epochLock } from '../../../src/content-lock/lock-names.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import { memorySourceFiles } from '../../../src/memory/memory-source-files.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { type CoreNode, createNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { Operation } from '../../../src/ports/datastore.ts'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../../src/rpc/declare/command.ts'
import { wireMeta } from '../../../src/rpc/declare/wire.ts'
import { rpcRoutes } from '../../../src/rpc/routes.ts'
import keys from '../../fixtures/keys/keys.json' with { type: 'json' }
import records from '../../fixtures/names/records.json' with { type: 'json' }
import headers from '../../fixtures/tar/headers.json' with { type: 'json' }
import type { SendInit } from '../../hosts/host.ts'
import { directory, file, form } from '../../requests/form.ts'
import { haltingPorts } from './halting-ports.ts'

/** Commands that answer without storage. Any other must come to it, or it needs arguments below. */
const WITHOUT_STORAGE: readonly string[] = [
  'bootstrap/add/default',
  'cid/base32',
  'cid/bases',
  'cid/codecs',
  'cid/format',
  'cid/hashes',
  'cid/inspect',
  'commands',
  'commands/completion/bash',
  'commands/completion/fish',
  'commands/completion/zsh',
  'config/edit',
  'dns',
  'diag/cmds',
  'diag/cmds/clear',
  'diag/cmds/set-time',
  'diag/profile',
  'ledger/decode',
  'ledger/encode',
  'ledger/verify',
  'name/inspect',
  'log/level',
  'log/ls',
  'multibase/decode',
  'multibase/encode',
  'multibase/list',
  'multibase/transcode',
  'name/pubsub/cancel',
  'name/pubsub/state',
  'name/pubsub/subs',
  'repo/version',
  'shutdown',
  'stats/bw',
  'update',
  'version',
  'version/check',
  'version/deps',
]

const PEER = '12D3KooWDbL3jP4pKqCTB1WU5jvaVjthQU5JPMKMwRchJ3zurX6k'

/** What is called where an argument that is the CID of a pinned folder does not do. */
const TARGETS: Readonly<Record<string, string>> = {
  add: 'to-files=/',
  'bootstrap/add': `arg=/ip4/127.0.0.1/tcp/1/p2p/${PEER}`,
  'swarm/peering/add': `arg=/ip4/127.0.0.1/tcp/1/p2p/${PEER}`,
  'swarm/peering/rm': `arg=${PEER}`,
  config: 'arg=Own.Key&arg=value',
  'config/profile/apply': 'arg=test',
  'diag/cmds/set-time': 'arg=1h',
  'log/level': 'arg=all&arg=error',
  'swarm/filters/add': 'arg=/ip4/10.0.0.0/ipcidr/8',
  'swarm/filters/rm': 'arg=all',
  'dag/put': 'store-codec=raw&input-codec=raw',
  'dag/resolve': 'arg=$/a',
  'files/chcid': 'arg=/&cid-version=1',
  'files/chroot': 'confirm=true',
  'files/chmod': 'arg=0644&arg=/',
  'files/touch': 'arg=/',
  'files/cp': 'arg=/ipfs/$&arg=/a/b&parents=true',
  'files/flush': 'arg=/',
  'files/ls': 'arg=/',
  'files/mkdir': 'arg=/a/b&parents=true',
  'files/mv': 'arg=/a&arg=/b',
  'files/read': 'arg=/a',
  'files/rm': 'arg=/a&arg=/b&force=true',
  'files/stat': 'arg=/ipfs/$&with-local=true',
  'files/write': 'arg=/a/b&create=true&parents=true',
  'dht/get': `arg=/ipns/${records.newer.name}`,
  'dht/put': `arg=/ipns/${records.newer.name}&allow-offline=true`,
  'name/get': `arg=${records.newer.name}`,
  'name/publish': 'arg=$&allow-offline=true',
  'name/put': `arg=${records.newer.name}&allow-offline=true`,
  'name/resolve': `arg=${records.newer.name}`,
  'routing/get': `arg=/ipns/${records.newer.name}`,
  'routing/put': `arg=/ipns/${records.newer.name}&allow-offline=true`,
  'object/diff': 'arg=$&arg=$/a',
  'object/new': '',
  'object/patch/add-link': 'arg=$&arg=b/c&arg=$&create=true',
  'object/patch/rm-link': 'arg=$&arg=a',
  'object/put': 'pin=true',
  resolve: 'arg=$/a',
  'ledger/revert': 'arg=a_1-1&arg=1',
  'ledger/watch': 'from=begin&follow=false',
  'key/rotate': 'oldkey=old',
  'urlstore/add': 'arg=https://example.org/a',
  'pin/remote/add': 'arg=$&service=a',
  'pin/remote/ls': 'service=a',
  'pin/remote/rm': 'service=a',
  'pin/remote/service/add': 'arg=a&arg=https://example.org&arg=key',
  'key/verify': 'signature=uAAAA',
}

/** A private key that is public. */
const KEY = keys.libp2p[0]?.privateKeyProtobufHex ?? ''

const RECORD = new Uint8Array(Buffer.from(records.newer.hex, 'hex'))

const ADDRESS = 'dym1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5dlqcrj'

/** An archive of one file of 8 bytes. */
function tarOf(name: string): Uint8Array {
  const raw = headers.find((header) => header.name === name)?.raw ?? ''
  return Buffer.concat([Buffer.from(raw, 'base64'), Buffer.alloc(512, 'x')])
}

/** What is sent where a tree of files does not do. */
const BODIES: Readonly<Record<string, SendInit>> = {
  'dht/put': form(file('', RECORD)),
  'name/inspect': form(file('', RECORD)),
  'name/put': form(file('', RECORD)),
  'routing/put': form(file('', RECORD)),
  'config/replace': form(file('', '{"Own":1}')),
  'key/import': form(file('', new Uint8Array(Buffer.from(KEY, 'hex')))),
  'tar/add': form(file('a.tar', tarOf('gnu foo/a'))),
  'object/put': form(file('', '{"Data":"x"}')),
  'ledger/create': form(file('', JSON.stringify({ creator: ADDRESS, rollappId: 'a_1-1' }))),
  'ledger/import': form(
    file(
      '',
      JSON.stringify({
        params: { disputePeriodInBlocks: '3', rollappsEnabled: true },
        rollappList: [{ rollappId: 'a_1-1', creator: ADDRESS }],
      }),
    ),
  ),
}

/** More than any of these calls makes: a command that makes more is still ended at each of these. */
const CALLS_LOOKED_AT = 60

/** Answers until its caller leaves, without storage: log.test.ts holds that it ends then. */
const ENDLESS = ['log/tail']

const served = (REGISTRY as readonly AnyCommand[]).filter(
  ({ path, run, needs }) => run && !needs && !ENDLESS.includes(path),
)

describe.each(served.filter(({ path }) => !WITHOUT_STORAGE.includes(path)))('/$path', (command) => {
  it('lets go of every storage call when its caller leaves', async () => {
    const callsMade = await haltEverywhere(command, ({ leave }) => leave())

    expect(callsMade, 'calls of storage: see WITHOUT_STORAGE and TARGETS').toBeGreaterThan(0)
  })

  it('lets go of every storage call when its time is up, and says so', async () => {
    await haltEverywhere(command, ({ expire }) => expire(), {
      query: 'timeout=1h',
      // The calls between listen to the same signal.
      every: 5,
      expectAnswer({ status, body }) {
        if (status === 500)
          expect(body).toBe('{"Message":"context deadline exceeded","Code":0,"Type":"error"}\n')
        else expect(body).toMatch(/(context deadline exceeded.*\n|^cut)$/)
      },
    })
  })
})

describe.each(served.filter(({ path }) => WITHOUT_STORAGE.includes(path)))('/$path', (command) => {
  it('answers without storage', async () => {
    expect(await haltEverywhere(command, ({ leave }) => leave())).toBe(0)
  })
})

interface Endings {
  leave(): void
  expire(): void
}

interface Answer {
  readonly status: number
  readonly body: string
}

interface HaltOptions {
  readonly query?: string
  /** Looks at each such storage call; at all of them when absent. */
  readonly every?: number
  expectAnswer?(answer: Answer): void
}

/**
 * Runs the command once for each of its storage calls, stopped there and then ended; how many calls it makes, if it
 * looks at all of them.
 */
async function haltEverywhere(
  command: AnyCommand,
  end: (endings: Endings) => void,
  { query = '', every = 1, expectAnswer }: HaltOptions = {},
): Promise<number> {
  for (let count = 1; count <= CALLS_LOOKED_AT; count += every) {
    const { halt, node, call, folder, ...endings } = await preparedNode()
    halt.at(count)
    const answer = call(
      target(command, { folder, query }),
      command.body ? (BODIES[command.path] ?? upload()) : { method: 'POST' },
    )
    const isHalted = await Promise.race([halt.reached.then(() => true), answer.then(() => false)])
    if (!isHalted) {
      await answer
      await setImmediate()
      expect(busyGauges(node), 'after the whole call').toEqual([])
      return count - 1
    }

    end(endings)

    expectAnswer?.(await answer)
    await answer
    expect(halt.deaf, `storage call ${count}`).toEqual([])
    // Storage is free again, so nothing of the call goes on.
    await node.locks.exclusive(COLLECTING, async () => undefined)
    const { epoch } = await readCollectionState(node.datastore)
    await node.locks.exclusive(epochLock(epoch), async () => undefined)
    // A call that was just let go counts until its promise has settled.
    await setImmediate()
    expect(halt.pending()).toBe(0)
    expect(busyGauges(node), `storage call ${count}`).toEqual([])
  }
  return CALLS_LOOKED_AT
}

/** The gauges that are not at rest. */
function busyGauges({ activity }: Pick<CoreNode, 'activity'>): string[] {
  return Object.entries(activity.readings()).flatMap(([name, { now }]) => (now === 0 ? [] : [name]))
}

function target(
  { path, args, body }: AnyCommand,
  { folder, query }: { folder: string; query: string },
): string {
  const isSent = ([name, schema]: [string, Parameters<typeof wireMeta>[0]]) =>
    name !== body && wireMeta(schema).required
  const values = Object.entries(args)
    .filter(isSent)
    .map(() => `arg=${folder}`)
  const own = TARGETS[path]?.replaceAll('$', folder)
  return `${path}?${[...(own === undefined ? values : [own]), query].join('&')}`
}

const upload = (): SendInit => form(directory('d'), file('d/a', 'a'.repeat(40)), file('b', 'b'))

async function preparedNode() {
  const { folder, storage } = await folderInStorage()
  const { halt, blockstore, datastore } = haltingPorts(await storage())
  const expiry = Promise.withResolvers<void>()
  const clock: Clock = {
    now: () => 0,
    sleep: (_, { signal } = {}) =>
      new Promise((resolve, reject) => {
        expiry.promise.then(resolve)
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  }
  const node = await nodeOver({ blockstore, datastore, clock })
  const app = rpcRoutes(node, REGISTRY)
  const caller = new AbortController()
  const call = async (path: string, init: SendInit): Promise<Answer> => {
    const request = new Request(`http://127.0.0.1/api/v0/${path}`, { ...init, signal: caller.signal })
    const response = await app.fetch(request)
    return { status: response.status, body: await response.text().catch(() => 'cut') }
  }
  return { halt, node, call, folder, leave: () => caller.abort(), expire: () => expiry.resolve() }
}

const nodeOver = (own: Pick<Parameters<typeof createNode>[0], 'blockstore' | 'datastore' | 'clock'>) =>
  createNode(
    {
      ...{
        ...own,
        random: seededRandom(1),
        locks: memoryLocks(),
        logger: memoryLogger(),
      },
      hostKey: memoryHostKey(new Uint8Array(32)),
      sourceFiles: memorySourceFiles(new Map()),
      outbound: { sources: { refusal: () => undefined, fetch: async () => new Response('source') } },
    },
    { parts: WHOLE_NODE, repoPath: 'memory', system: 'memory/node' },
  )

/**
 * The CID of a pinned folder, and fresh storage that has it. It is added once: each of about a thousand nodes would
 * spend more on that than on its call.
 */
function folderInStorage() {
  added ??= addedFolder()
  return added
}
let added: ReturnType<typeof addedFolder> | undefined

async function addedFolder() {
  const first = { blockstore: memoryBlockstore(), datastore: memoryDatastore() }
  const clock: Clock = { now: () => 0, sleep: () => new Promise(() => undefined) }
  const node = await nodeOver({ ...first, clock })
  const folder = await stored(rpcRoutes(node, REGISTRY))
  const blocks: Block[] = []
  for await (const { cid } of first.blockstore.list()) {
    blocks.push({ cid, bytes: (await first.blockstore.get(cid)) ?? new Uint8Array() })
  }
  const rows: Operation[] = []
  for await (const [key, value] of first.datastore.range({})) rows.push({ type: 'put', key, value })
  const storage = async () => {
    const copy = { blockstore: memoryBlockstore(), datastore: memoryDatastore() }
    await copy.blockstore.putMany(blocks)
    await copy.datastore.batch(rows)
    return copy
  }
  return { folder, storage }
}

/** The CID of a pinned folder of two files, one of several blocks. */
async function stored(app: ReturnType<typeof rpcRoutes>): Promise<string> {
  const init = form(file('d/a', 'a'.repeat(40)), file('d/b', 'b'))
  const response = await app.fetch(new Request('http://127.0.0.1/api/v0/add?chunker=size-10', init))
  const lines = (await response.text()).trim().split('\n')
  return JSON.parse(lines.at(-1) ?? '').Hash
}
