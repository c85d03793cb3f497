import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unpackTar } from 'modern-tar/fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningWorkerd, startWorkerd } from '../hosts/start-workerd.ts'
import { type FormPart, file, streamedForm } from '../requests/form.ts'
import { expectedRoot } from '../web/expected-root.ts'

const FOLDER = join(import.meta.dirname, '../../node_modules/multiformats')

/** An installed package, as it is on disk: in over HTTP, and back by every way there is. */
describe('a real folder through workerd', () => {
  let workerd: RunningWorkerd
  let unpacked = ''
  let paths: string[] = []
  let root = ''

  beforeAll(async () => {
    workerd = await startWorkerd()
    unpacked = await mkdtemp(join(tmpdir(), 'tidepool-folder-'))
    paths = await filesOf(FOLDER)
    const response = await fetch(
      new URL('/api/v0/add?cid-version=1', workerd.url),
      streamedForm(...paths.map(part)),
    )
    root = JSON.parse((await response.text()).trimEnd().split('\n').at(-1) ?? '{}').Hash
  })

  afterAll(async () => {
    await workerd.stop()
    await rm(unpacked, { recursive: true, force: true })
  })

  it('gets the root that the golden importer gives it', async () => {
    expect(paths.length).toBeGreaterThan(100)
    expect(root).toBe(await expectedRoot(FOLDER))
  })

  it('comes back byte for byte through get', async () => {
    const response = await fetch(new URL(`/api/v0/get?arg=${root}`, workerd.url), { method: 'POST' })
    const tar = Readable.from(Buffer.from(await response.arrayBuffer()))
    await pipeline(tar, unpackTar(unpacked))

    const back = (await filesOf(join(unpacked, root))).map((path) => relative(join(unpacked, root), path))
    expect(back.sort()).toEqual(paths.map((path) => relative(FOLDER, path)).sort())
    for (const path of paths) {
      expect(await sameBytes(path, await readFile(join(unpacked, root, relative(FOLDER, path))))).toBe(true)
    }
  })

  it('comes back byte for byte through cat and the gateway', async () => {
    for (const path of paths.filter((_, at) => at % 10 === 0)) {
      const inside = relative(FOLDER, path).split('/').map(encodeURIComponent).join('/')
      const cat = await fetch(new URL(`/api/v0/cat?arg=${root}/${inside}`, workerd.url), { method: 'POST' })
      const gateway = await fetch(new URL(`/ipfs/${root}/${inside}`, workerd.url))

      expect(await sameBytes(path, new Uint8Array(await cat.arrayBuffer()))).toBe(true)
      expect(await sameBytes(path, new Uint8Array(await gateway.arrayBuffer()))).toBe(true)
    }
  })
})

function part(path: string): FormPart {
  return file(join(basename(FOLDER), relative(FOLDER, path)), createReadStream(path))
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function sameBytes(path: string, bytes: Uint8Array): Promise<boolean> {
  return (await readFile(path)).equals(bytes)
}
