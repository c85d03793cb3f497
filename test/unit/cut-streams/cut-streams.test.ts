import { beforeAll, describe, expect, it } from 'vitest'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../../src/rpc/declare/command.ts'
import type { SendInit } from '../../hosts/host.ts'
import { file, form } from '../../requests/form.ts'
import { ROLLAPP } from '../ledger/ledger-of.ts'
import { type Outcome, type Stored, storedContent } from './faulty-node.ts'
import {
  gnuTar,
  goCar,
  gunzip,
  gunzipIntoTar,
  ipldCar,
  jsonText,
  protobuf,
  type Reader,
} from './foreign-readers.ts'
import type { Fault } from './storage-faults.ts'

interface Route {
  readonly target: string
  readonly init?: SendInit
  /** What reads the answer; absent where a length is declared. */
  readonly readers?: readonly Reader[]
  /** Faults of storage; all that the surface can have when absent. */
  readonly faults?: readonly Fault[]
  /** True where every failure is known before the first byte. */
  readonly isNeverCut?: true
}

const CAR = [ipldCar, goCar]
const TAR = [gnuTar]
const range = (text: string): SendInit => ({ headers: { Range: `bytes=${text}` } })

const BYTES: Readonly<Record<string, Route>> = {
  cat: { target: '/api/v0/cat?arg=FILE&arg=FOLDER/b/c' },
  'files/read': { target: '/api/v0/files/read?arg=/read' },
  'get of a folder': { target: '/api/v0/get?arg=FOLDER', readers: TAR },
  'get of a file': { target: '/api/v0/get?arg=FILE', readers: TAR },
  'get, gzipped': {
    target: '/api/v0/get?arg=FOLDER/b/c&compress=true&compression-level=1',
    readers: [gunzip],
  },
  'get, tar.gz': {
    target: '/api/v0/get?arg=FOLDER/b&archive=true&compress=true&compression-level=1',
    readers: [gunzip, gunzipIntoTar],
  },
  'dag/export': { target: '/api/v0/dag/export?arg=FOLDER', readers: CAR },
  // The ledger's history begins after a root that is missing, as after an import: `test/unit/backup/` has the others.
  'backup/export': {
    target: '/api/v0/backup/export?partial=false',
    readers: CAR,
    faults: ['error', 'timeout'],
  },
  'tar/cat': { target: '/api/v0/tar/cat?arg=ARCHIVE', readers: TAR },
  'object/data': { target: '/api/v0/object/data?arg=FILE', isNeverCut: true },
  'block/get': { target: '/api/v0/block/get?arg=FILE', isNeverCut: true },
  'dag/get': { target: '/api/v0/dag/get?arg=FILE', isNeverCut: true },
  'ledger/export, CAR': { target: '/api/v0/ledger/export?format=car', readers: CAR },
  'ledger/export, JSON': { target: '/api/v0/ledger/export?format=json', readers: [jsonText] },
  'ledger/export, protobuf': { target: '/api/v0/ledger/export?format=protobuf', readers: [protobuf] },
  'ledger/prove': {
    target: `/api/v0/ledger/prove?arg=${ROLLAPP}&index=3`,
    readers: CAR,
    isNeverCut: true,
  },
  'proof of the query API': { target: `/a/b/rollapp/proof/${ROLLAPP}/3`, readers: CAR, isNeverCut: true },
  'gateway file': { target: '/ipfs/FOLDER/a' },
  'gateway file, one range': { target: '/ipfs/FOLDER/a', init: range('10-140000') },
  'gateway file, several ranges': { target: '/ipfs/FOLDER/a', init: range('5-20000,80000-140000') },
  'gateway tar': { target: '/ipfs/FOLDER?format=tar', readers: TAR },
  'gateway CAR': { target: '/ipfs/FOLDER?format=car', readers: CAR },
  'gateway CAR of an entity': { target: '/ipfs/FOLDER/b/c?format=car&dag-scope=entity', readers: CAR },
  'gateway CAR of a range': {
    target: '/ipfs/FOLDER/a?format=car&dag-scope=entity&entity-bytes=0:140000',
    readers: CAR,
  },
  'gateway CAR with repeats': { target: '/ipfs/FOLDER?format=car&car-dups=y', readers: CAR },
  'gateway block': { target: '/ipfs/FILE?format=raw', isNeverCut: true },
}

/** Commands that answer bytes without storage, or a few bytes that are known before the first is sent. */
const AT_ONCE: readonly string[] = [
  ...['ledger/encode', 'key/export', 'name/get', 'log/tail', 'update', 'diag/profile'],
  ...['multibase/encode', 'multibase/decode', 'multibase/transcode'],
  ...['commands/completion/bash', 'commands/completion/fish', 'commands/completion/zsh'],
]

const LINES: Readonly<Record<string, string>> = {
  ls: 'ls?arg=FOLDER&stream=true',
  refs: 'refs?arg=FOLDER&recursive=true',
  'refs/local': 'refs/local',
  'dag/stat': 'dag/stat?arg=FOLDER&progress=true',
  'pin/ls': 'pin/ls?stream=true',
  'pin/verify': 'pin/verify?verbose=true',
  'repo/gc': 'repo/gc',
  'repo/verify': 'repo/verify',
  'ledger/queue': 'ledger/queue',
  'ledger/watch': 'ledger/watch?from=begin&follow=false',
  add: 'add?chunker=size-100',
}

/** Faults of the query API and of the gateway: they take no `timeout`. */
const FAULTS: readonly Fault[] = ['missing', 'error']

/** Storage calls at which a request is looked at; of one that makes more, every few. */
const LOOKED_AT = 12

let stored: Stored
let ask: Awaited<ReturnType<typeof storedContent>>['ask']
beforeAll(async () => {
  ;({ stored, ask } = await storedContent())
})

/** What came of the request, whole and with each fault at each storage call. */
async function outcomes(path: string, init: SendInit = {}, faults: readonly Fault[] = FAULTS) {
  const { folder, file, archive } = stored
  const target = path.replaceAll('FOLDER', folder).replaceAll('FILE', file).replaceAll('ARCHIVE', archive)
  const whole = await ask(target, init)
  const step = Math.max(1, Math.ceil(whole.calls / LOOKED_AT))
  const failed: (Outcome & { readonly title: string })[] = []
  for (const fault of faults) {
    for (let count = 1; count <= whole.calls; count += step) {
      const outcome = await ask(target, init, { count, fault })
      failed.push({ ...outcome, title: `${fault} at call ${count} of ${whole.calls}` })
    }
  }
  return { whole, failed }
}

describe.each(Object.entries(BYTES))('%s', (_, { target, init, readers = [], faults: own, isNeverCut }) => {
  it('is whole, answers an error status, or is refused by every reader', async () => {
    const isCommand = target.startsWith('/api/')
    const method = isCommand ? 'POST' : 'GET'
    const faults: readonly Fault[] = own ?? (isCommand ? [...FAULTS, 'timeout'] : FAULTS)
    const limited = isCommand ? `${target}&timeout=1h` : target
    const { whole, failed } = await outcomes(limited, { method, ...init }, faults)
    const cut = failed.filter(({ status, isBroken }) => status < 400 && isBroken)

    expect(whole).toMatchObject({ isBroken: false, status: init ? 206 : 200 })
    const differing = failed.filter(({ status, isBroken, bytes }) => {
      return status < 400 && !isBroken && Buffer.compare(bytes, whole.bytes) !== 0
    })
    expect(differing.map(({ title }) => title)).toEqual([])
    expect(cut.length > 0, 'cut after the first byte').toBe(!isNeverCut)
    for (const { title, headers, bytes } of cut) {
      if (readers.length === 0)
        expect(bytes.byteLength, title).toBeLessThan(Number(headers.get('Content-Length')))
    }
    for (const reads of readers) {
      expect(await reads([whole.bytes])).toEqual([true])
      const isTaken = await reads(cut.map(({ bytes }) => bytes))
      expect(cut.filter((_, at) => isTaken[at]).map(({ title }) => title)).toEqual([])
    }
  })
})

it('looks at every command that answers bytes', () => {
  const commands: readonly AnyCommand[] = REGISTRY
  const paths = commands.filter(({ run, reply }) => run && reply.kind === 'bytes').map(({ path }) => path)
  const isLookedAt = (path: string) =>
    AT_ONCE.includes(path) || Object.values(BYTES).some(({ target }) => target.startsWith(`/api/v0/${path}?`))

  expect(paths.filter((path) => !isLookedAt(path))).toEqual([])
})

describe.each(Object.entries(LINES))('%s', (name, target) => {
  it('is whole, answers an error status, or ends in a line that is the error', async () => {
    const init =
      name === 'add' ? form(file('a', 'a'.repeat(250)), file('b', 'b'), file('c/d', 'd')) : { method: 'POST' }
    const path = `/api/v0/${target}${target.includes('?') ? '&' : '?'}timeout=1h`
    const faults: Fault[] = ['error', 'timeout', ...(target.includes('FOLDER') ? FAULTS.slice(0, 1) : [])]
    const { whole, failed } = await outcomes(path, init, faults)

    expect(whole).toMatchObject({ isBroken: false, status: 200 })
    for (const { title, status, isBroken, bytes } of failed) {
      expect(isBroken, title).toBe(false)
      const text = new TextDecoder().decode(bytes)
      if (status >= 400 || text === new TextDecoder().decode(whole.bytes)) continue
      const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')
      expect(last.Err ?? last.Message, `${title}: ${text}`).toMatch(/could not find|deadline|internal error/)
    }
  })
})
