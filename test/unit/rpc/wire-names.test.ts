import { describe, expect, it } from 'vitest'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../../src/rpc/declare/command.ts'
import { GLOBAL_OPTIONS } from '../../../src/rpc/declare/global-options.ts'
import { wireMeta } from '../../../src/rpc/declare/wire.ts'

const commands: readonly AnyCommand[] = REGISTRY

/** Names that clients of the reference send, by command: the long one, then what else it is called. */
const ALIASES: Readonly<Record<string, string>> = {
  add: 'quiet=q quieter=Q progress=p trickle=t only-hash=n wrap-with-directory=w chunker=s',
  cat: 'offset=o length=l',
  get: 'output=o archive=a compress=C compression-level=l',
  ls: 'headers=v stream=s',
  refs: 'edges=e unique=u recursive=r',
  'block/put': 'format=f',
  'block/rm': 'force=f quiet=q',
  'dag/put': 'format=f',
  'dag/export': 'progress=p',
  'dag/stat': 'progress=p',
  'pin/add': 'recursive=r',
  'pin/rm': 'recursive=r',
  'pin/ls': 'type=t quiet=q stream=s',
  'pin/verify': 'quiet=q',
  'files/chcid': 'flush=f cid-version=cid-ver',
  'files/cp': 'flush=f',
  'files/flush': 'flush=f',
  'files/ls': 'flush=f long=l',
  'files/mkdir': 'flush=f parents=p cid-version=cid-ver',
  'files/mv': 'flush=f',
  'files/read': 'flush=f offset=o count=n',
  'files/rm': 'flush=f recursive=r',
  'files/stat': 'flush=f',
  'files/write': 'flush=f offset=o create=e parents=p truncate=t count=n cid-version=cid-ver',
  'name/publish': 'lifetime=t key=k quieter=Q',
  'name/resolve': 'recursive=r nocache=n stream=s',
  resolve: 'recursive=r',
  dns: 'recursive=r',
  'key/gen': 'type=t size=s',
  'key/rotate': 'type=t size=s oldkey=o',
  'key/export': 'output=o',
  'key/rename': 'force=f',
  id: 'format=f',
  'object/links': 'headers=v',
  'object/diff': 'verbose=v',
  'object/put': 'quiet=q',
  'object/patch/add-link': 'create=p',
  'bitswap/stat': 'verbose=v',
  'bitswap/wantlist': 'peer=p',
  'swarm/peers': 'verbose=v',
  'dht/findpeer': 'verbose=v',
  'dht/findprovs': 'verbose=v num-providers=n',
  'dht/get': 'verbose=v',
  'dht/provide': 'verbose=v recursive=r',
  'dht/put': 'verbose=v',
  'dht/query': 'verbose=v',
  ping: 'count=n',
  'p2p/close': 'all=a protocol=p listen-address=l target-address=t',
  'p2p/listen': 'report-peer-id=r',
  'p2p/ls': 'headers=v',
  'p2p/stream/ls': 'headers=v',
  'p2p/stream/close': 'all=a',
  'stats/bw': 'peer=p proto=t interval=i',
  'repo/stat': 'size-only=s human=H',
  'repo/gc': 'quiet=q',
  'repo/version': 'quiet=q',
  mount: 'cas-path=f cas-path=ipfs-path nms-path=n nms-path=ipns-path',
  version: 'number=n',
  commands: 'flags=f',
  'diag/cmds': 'verbose=v',
  'urlstore/add': 'trickle=t',
}

const GLOBAL_ALIASES = 'encoding=enc config=c debug=D help=h local=L'

/** Commands whose last argument may come as lines of a body. */
const FROM_BODY = `cat ls refs block/get block/stat block/rm pin/add pin/rm dag/get dag/resolve dag/export
  dag/stat object/data object/get object/links object/stat file/ls tar/cat bootstrap/add bootstrap/rm dns resolve
  name/publish swarm/connect swarm/disconnect swarm/filters/add swarm/filters/rm dht/provide key/rm cid/base32
  cid/format ping`.split(/\s+/)

/** What the refusal of a call without its file names. */
const FILES: Readonly<Record<string, string>> = {
  add: 'path',
  'dag/import': 'path',
  'block/put': 'data',
  'files/write': 'data',
  'object/put': 'data',
  'object/patch/append-data': 'data',
  'object/patch/set-data': 'data',
  'dag/put': 'object data',
  'tar/add': 'file',
  'config/replace': 'file',
  'key/import': 'key',
  'dht/put': 'value-file',
}

const commandAt = (path: string) => commands.find((command) => command.path === path)
const aliasesOf = (shape: AnyCommand['options'], name: string) =>
  shape[name] ? wireMeta(shape[name]).aliases : []
const pairs = (text: string) => text.split(' ').map((pair) => pair.split('=') as [string, string])

describe('the names that existing clients use', () => {
  it.each(Object.entries(ALIASES))('%s knows %s', (path, aliases) => {
    const options = commandAt(path)?.options ?? {}

    for (const [long, alias] of pairs(aliases)) expect([long, ...aliasesOf(options, long)]).toContain(alias)
  })

  it('every command knows those of the global options', () => {
    for (const [long, alias] of pairs(GLOBAL_ALIASES))
      expect(aliasesOf(GLOBAL_OPTIONS, long)).toContain(alias)
  })

  it.each(FROM_BODY)('%s takes its last argument from a body too', (path) => {
    const last = Object.values(commandAt(path)?.args ?? {}).at(-1)

    expect(last && wireMeta(last).fromBody).toBe(true)
  })

  it.each(Object.entries(FILES))('%s asks for the file "%s"', (path, name) => {
    expect(commandAt(path)?.body).toBe(name)
  })
})
