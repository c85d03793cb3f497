import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { exportBackup } from '../../../src/backup/export-backup.ts'
import { joinBytes } from '../../../src/codec/bytes/bytes.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { EMPTY_ROOT } from '../../../src/files/files-root.ts'
import { addIfRoom } from '../../../src/repo/add-if-room.ts'
import { file, form } from '../../requests/form.ts'
import { chunkedFile, directory, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

type BackupNode = Awaited<ReturnType<typeof memoryNode>>

const lost = await rawFile('a leaf that is lost')
const film = await chunkedFile([await rawFile('a leaf that stays'), lost])
const album = await directory({ 'film.mp4': film, 'note.txt': await rawFile('a note') })

async function stored(tree: StoredTree, keep: (node: BackupNode) => Promise<unknown>) {
  const ports = memoryPorts()
  const node = await memoryNode(ports)
  await node.repo.whileAdding(async () => {
    await node.blockstore.putMany(tree.blocks)
    await keep(node)
  })
  const flip = () => ports.blockstore.replace(lost.cid, new TextEncoder().encode('a leaf that is LOST'))
  return { node, flip, lose: () => ports.blockstore.delete(lost.cid) }
}

const inFiles = () =>
  stored(album, (node) =>
    node.files.copy(`/ipfs/${album.cid}`, '/album', { session: node.sessions.open({ offline: true }) }),
  )
const pinned = () => stored(album, (node) => node.pins.addRoots([album.cid], {}))

async function items<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of from) found.push(item)
  return found
}

const exported = async ({ backup }: BackupNode, isPartial = false) =>
  joinBytes(await items(backup.exporting({ isPartial })))

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function cidsIn(file: Uint8Array): Promise<readonly string[]> {
  const { blocks } = await readCar(once(file))
  return (await items(blocks)).map(({ cid }) => `${cid}`)
}

async function restored(file: Uint8Array, parts: readonly string[]) {
  const node = await memoryNode()
  return (await items(addIfRoom((stage) => node.backup.importing(once(file), { stage, parts }), node))).slice(
    0,
    -1,
  )
}

/** The first chunk of a backup, or its error. */
const begun = ({ backup }: BackupNode) => backup.exporting().next()

describe.each([
  ['of the files', inFiles, 'files', '"/album/film.mp4"'],
  ['of a pin', pinned, 'pins', `pin "${album.cid}"`],
])('a backup %s', (_, kept, part, place) => {
  it('has every block, and is restored whole', async () => {
    const { node } = await kept()

    const file = await exported(node)

    expect(await cidsIn(file)).toContain(`${lost.cid}`)
    expect(await restored(file, [part])).toEqual([{ part, rows: 1, held: 0 }])
  })

  it('fails before its first byte where a block is missing, and names the place and the option', async () => {
    const { node, lose } = await kept()
    await lose()

    await expect(begun(node)).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining(`Cannot back up ${place}: block "${lost.cid}" is missing`),
    })
    await expect(exported(node)).rejects.toThrow('the option partial')
  })

  it('ends where it reads a corrupt block, and the next one fails before its first byte', async () => {
    const { node, flip } = await kept()
    await flip()
    const corrupt = {
      code: 'corrupt',
      message: expect.stringContaining(`${place}: block "${lost.cid}" is corrupt`),
    }

    await expect(exported(node)).rejects.toMatchObject(corrupt)
    await expect(begun(node)).rejects.toMatchObject(corrupt)
  })

  it.each(['lose', 'flip'] as const)('is whole again once an earlier one was imported: %s', async (harm) => {
    const { node, ...harms } = await kept()
    const app = createApp(node, loopbackPolicy())
    const earlier = await exported(node)
    await harms[harm]()
    await expect(exported(node)).rejects.toThrow('import an earlier backup by dag/import')

    const address = 'http://127.0.0.1/api/v0/dag/import?pin-roots=false'
    const imported = await app.request(address, { method: 'POST', ...form(file('', earlier)) })

    expect(imported.status).toBe(200)
    expect(await cidsIn(await exported(node))).toContain(`${lost.cid}`)
  })

  it.each(['lose', 'flip'] as const)(
    'leaves a block out when it may, and is not restored whole: %s',
    async (harm) => {
      const node = await kept()
      await node[harm]()

      const file = await exported(node.node, true)

      expect(await cidsIn(file)).not.toContain(`${lost.cid}`)
      expect(await restored(file, [part])).toEqual([
        { part, rows: 1, held: 0, missing: 1, missingFrom: place },
      ])
    },
  )
})

describe('a backup of files', () => {
  it('has an empty directory that was copied before one was stored', async () => {
    const node = await memoryNode()
    await node.repo.whileAdding(() =>
      node.files.copy(`/ipfs/${EMPTY_ROOT}`, '/empty', { session: node.sessions.open({ offline: true }) }),
    )

    const file = await exported(node)

    expect(await cidsIn(file)).toContain(`${EMPTY_ROOT}`)
    expect(await restored(file, ['files'])).toEqual([{ part: 'files', rows: 1, held: 0 }])
  })

  it('names a file of a sharded directory', async () => {
    const node = await memoryNode()
    const app = createApp(node, loopbackPolicy())
    const path = 'http://127.0.0.1/api/v0/add?pin=false&to-files=/&max-directory-links=4&raw-leaves=true'
    const photos = Array.from({ length: 40 }, (_, at) => file(`photos/${at}.jpg`, `photo ${at}`))
    const added = await app.request(path, { method: 'POST', ...form(...photos) })
    expect(await added.text()).toContain('"Name":"photos"')
    await node.blockstore.delete((await rawFile('photo 17')).cid)

    await expect(begun(node)).rejects.toThrow('Cannot back up "/photos/17.jpg"')
  })
})

describe('a backup of content that the node only refers to', () => {
  const referring = async () => {
    const content = await stored(album, async () => undefined)
    const roots = async function* () {
      yield { cid: album.cid, mayBeIncomplete: true }
    }
    const contributions = { saves: async () => ({}), roots: async () => ({ ledger: roots }) }
    const file = async () =>
      joinBytes(await items(exportBackup({ ...memoryPorts(), ...content.node, contributions })))
    return { ...content, file }
  }

  it('is restored beside a collection, which keeps what the file lacks and the node has', async () => {
    const leaves = await Promise.all(Array.from({ length: 40 }, (_, at) => rawFile(`lacking ${at}`)))
    const wanted = await chunkedFile(leaves)
    const from = await memoryNode()
    await from.blockstore.putMany(wanted.blocks)
    await from.repo.whileAdding(() => from.pins.addRoots([wanted.cid]))
    for (const { cid } of leaves) await from.blockstore.delete(cid)
    const file = await exported(from, true)
    const node = await memoryNode()
    const others = await Promise.all(Array.from({ length: 200 }, (_, at) => rawFile(`other ${at}`)))
    await node.blockstore.putMany([...leaves, ...others].flatMap(({ blocks }) => blocks))
    const { promise: isCollecting, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
    const content = async function* () {
      yield file.subarray(0, file.byteLength - 1)
      begin()
      await isCollecting
      yield file.subarray(file.byteLength - 1)
    }
    const restoring = items(
      addIfRoom((stage) => node.backup.importing(content(), { stage, parts: ['pins'] }), node),
    )
    await hasBegun
    const collection = node.repo.collect()
    await collection.next()

    goOn()
    const [pins] = await restoring
    await items(collection)

    const held = await Promise.all(leaves.map(({ cid }) => node.blockstore.has(cid)))
    const missing = held.filter((isHeld) => !isHeld).length
    expect(missing).toBeLessThan(leaves.length)
    expect(pins).toMatchObject({ part: 'pins', rows: 1, ...(missing > 0 && { missing }) })
  })

  it('leaves out a missing block', async () => {
    const { lose, file } = await referring()
    await lose()

    const cids = await cidsIn(await file())

    expect(cids).toContain(`${film.cid}`)
    expect(cids).not.toContain(`${lost.cid}`)
  })

  it('does not leave out a corrupt one', async () => {
    const { flip, file } = await referring()
    await flip()

    await expect(file()).rejects.toThrow(`Cannot back up part "ledger": block "${lost.cid}" is corrupt`)
  })
})
