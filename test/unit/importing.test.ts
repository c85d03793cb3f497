import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { startConfig } from '../../src/config/start-config.ts'
import { createNode, type Ports } from '../../src/node/create.ts'
import { WHOLE_NODE } from '../../src/node/whole-node.ts'
import type { AddOptions } from '../../src/unixfs/add/add-options.ts'
import type { DagDefaults } from '../../src/unixfs/dag/dag-shape.ts'
import type { SendInit } from '../hosts/host.ts'
import { type FormPart, file, form } from '../requests/form.ts'
import { memoryPorts } from './memory-ports.ts'
import { added as addedByOptions, file as entryOf } from './unixfs/added.ts'

const RAW_FILE = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
const OLD_FILE = 'Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD'

type Call = (path: string, init?: SendInit) => Promise<Response>

async function served(ports: Ports, importing: DagDefaults): Promise<Call> {
  const node = await createNode(ports, {
    parts: WHOLE_NODE,
    repoPath: 'memory',
    system: 'memory/node',
    importing,
  })
  const app = createApp(node, loopbackPolicy())
  return async (path, init) => app.request(`http://127.0.0.1/api/v0/${path}`, { method: 'POST', ...init })
}

/** A node that starts with what earlier calls configured. */
async function restarted(ports: Ports): Promise<Call> {
  return served(ports, (await startConfig({ ...ports, environment: {} })).importing)
}

async function rootOf(call: Call, query: string, files: readonly FormPart[]): Promise<string> {
  const response = await call(`add?${query}`, form(...files))
  const last = (await response.text()).trimEnd().split('\n').at(-1) ?? ''
  return JSON.parse(last).Hash
}

const COUNT = 20
const pathAt = (at: number) => `testdata/file${at + 1}`
const contentAt = (at: number) => `${at + 1}\n`

const numbered = () => Array.from({ length: COUNT }, (_, at) => file(pathAt(at), contentAt(at)))

async function added(importing: DagDefaults, query = ''): Promise<string> {
  return rootOf(await served(memoryPorts(), importing), query, numbered())
}

/** The root of the same files by `addContent()`, whose roots are those of the network: see `unixfs/`. */
async function rootByOptions(options: AddOptions): Promise<string> {
  const entries = Array.from({ length: COUNT }, (_, at) => entryOf(pathAt(at), contentAt(at)))
  return (await addedByOptions(entries, options)).root
}

const hello = (call: Call, query = '') => rootOf(call, query, [file('hello', 'hello world')])

describe('createNode(), how content is made where a call does not say', () => {
  it('shards every directory where the owner wants it', async () => {
    const sharded = await rootByOptions({ alwaysShard: true })
    const plain = await rootByOptions({})

    expect(sharded).not.toBe(plain)
    expect(await added({ alwaysShard: true })).toBe(sharded)
    expect(await added({})).toBe(plain)
    expect(await added({ shardThresholdBytes: 1 })).toBe(sharded)
  })

  it('follows the owner’s profile, and a call before it', async () => {
    const today = await added({ profile: 'unixfs-v1-2025' })
    const plain = await added({})

    expect(today).toMatch(/^bafybei/)
    expect(plain).toMatch(/^Qm/)
    expect(await added({}, 'profile=unixfs-v1-2025')).toBe(today)
    expect(await added({ profile: 'unixfs-v1-2025' }, 'profile=unixfs-v0-2015')).toBe(plain)
  })
})

describe('settings of the configuration for added content', () => {
  it.each([
    ['unixfs-v0-2015', OLD_FILE],
    ['legacy-cid-v0', OLD_FILE],
    ['unixfs-v1-2025', RAW_FILE],
  ])('are those of the profile %s after it was applied and the node restarted', async (profile, cid) => {
    const ports = memoryPorts()
    const first = await restarted(ports)
    const reply = await (await first(`config/profile/apply?arg=${profile}`)).json()
    const second = await restarted(ports)

    expect(reply).toMatchObject({ OldCfg: { Import: { CidVersion: null } }, NeedsRestart: true })
    expect(await hello(first)).toBe(OLD_FILE)
    expect(await hello(second)).toBe(cid)
    const named = profile.replace('legacy-cid-v0', 'unixfs-v0-2015')
    const tree = numbered()
    expect(await rootOf(second, '', tree)).toBe(await rootOf(first, `profile=${named}`, tree))
  })

  it('give way to each option and to a profile of a call', async () => {
    const ports = memoryPorts()
    await (await restarted(ports))('config/profile/apply?arg=unixfs-v1-2025')
    const call = await restarted(ports)

    expect(await hello(call, 'cid-version=0&raw-leaves=false')).toBe(OLD_FILE)
    expect(await hello(call, 'profile=unixfs-v0-2015')).toBe(OLD_FILE)
    expect(await hello(call, 'hash=sha2-256&chunker=')).toBe(RAW_FILE)
  })

  it('shard each directory from a threshold of one byte on, in the mutable namespace too', async () => {
    const ports = memoryPorts()
    await (await restarted(ports))('config?arg=Import.UnixFSHAMTDirectorySizeThreshold&arg=1B')
    const call = await restarted(ports)

    expect(await rootOf(call, '', numbered())).toBe(await added({ alwaysShard: true }))
    await call('files/mkdir?arg=/d')
    await call('files/write?arg=/d/a&create=true', form(file('', 'a')))
    const { Hash } = await (await call('files/stat?arg=/d')).json()
    const node = await (await call(`dag/get?arg=${Hash}`)).json()
    // A UnixFS node of type 5 is a shard.
    expect(atob(node.Data['/'].bytes).slice(0, 2)).toBe('\b\u0005')
  })

  it.each([
    ['CidVersion', '2'],
    ['UnixFSChunker', 'size-0'],
    ['HashFunction', 'md17'],
    ['UnixFSFileMaxLinks', '0'],
    ['UnixFSHAMTDirectoryMaxFanout', '7'],
    ['UnixFSHAMTDirectorySizeThreshold', '2MiB'],
    ['UnixFSHAMTDirectorySizeThreshold', '1 lot'],
    ['UnixFSHAMTDirectorySizeEstimation', 'disabled'],
  ])('refuse %s "%s", and change nothing', async (name, value) => {
    const call = await restarted(memoryPorts())
    const response = await call(`config?arg=Import.${name}&arg=${encodeURIComponent(value)}`)

    expect(response.status).toBe(500)
    expect(await response.text()).toContain('failed to set config value')
    expect(await (await call(`config?arg=Import.${name}`)).json()).toMatchObject({ Value: null })
  })
})
