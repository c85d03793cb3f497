import type { Blocks } from '../blocks/blocks.ts'
import type { BlockReader } from '../blocks/load-block.ts'
import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { MAX_PATH_SEGMENTS } from '../unixfs/directory/entry-path.ts'
import { assertDirectory } from './assert-directory.ts'
import { assertDagPb, loadObject, memoryOf, type StoredObject } from './open-object.ts'
import { EMPTY_DIRECTORY, encodeObject, type ObjectContent, objectLink, putObject } from './write-object.ts'

/** Where patches read and write. A patch writes the deepest node first, and the root last. */
export interface ObjectStore {
  readonly reader: BlockReader
  readonly blocks: Pick<Blocks, 'put'>
}

export interface LinkOptions extends AbortOptions {
  /** Names from the root down, with slashes between them. */
  readonly path: string
  /** Which nodes may be changed, as {@link assertDirectory} has it. */
  readonly allowNonUnixfs?: boolean | undefined
}

export interface AddLinkOptions extends LinkOptions {
  /** Makes the nodes on the way, as empty directories. */
  readonly create?: boolean | undefined
}

/**
 * The root with a link at a path, in place of those of that name. Throws `not-found` where the way there does not
 * exist, `invalid-argument` for an empty name, `unsupported` for a node on the way that is not dag-pb or is refused by
 * {@link assertDirectory}.
 * Spec: RPC document, `/object/patch/add-link`. Spec gap: the reference implementation checks the root alone, and breaks
 * a file below it.
 */
export function addLink(
  store: ObjectStore,
  { root, target }: { readonly root: StoredObject; readonly target: StoredObject },
  options: AddLinkOptions,
): Promise<CID> {
  const edit = ({ data, links }: StoredObject, name: string): ObjectContent => {
    if (name === '') throw new DomainError('invalid-argument', 'cannot create link with no name')
    return { data, links: [...links.filter((link) => link.name !== name), objectLink(name, target)] }
  }
  return editAt(store, root, { ...options, change: 'add', edit })
}

/**
 * The root without the links at a path. Throws `not-found` where there are none, `unsupported` as {@link addLink} does.
 * Spec: RPC document, `/object/patch/rm-link`.
 */
export function removeLink(store: ObjectStore, root: StoredObject, options: LinkOptions): Promise<CID> {
  const edit = ({ data, links }: StoredObject, name: string): ObjectContent => {
    const left = links.filter((link) => link.name !== name)
    if (left.length === links.length) throw noSuchLink()
    return { data, links: left }
  }
  return editAt(store, root, { ...options, change: 'remove', edit })
}

/** The node with other data; no data is no field. Spec: `/object/patch/set-data`, `append-data`. */
export async function setData(
  { blocks }: Pick<ObjectStore, 'blocks'>,
  { cid, links }: StoredObject,
  { data, signal }: AbortOptions & { readonly data: Uint8Array },
): Promise<CID> {
  return putObject(blocks, encodeObject({ data, links }), { form: cid, signal })
}

interface EditOptions extends AddLinkOptions {
  readonly change: 'add' | 'remove'
  /** Changes the last node on the way, which has or gets the name. */
  readonly edit: (object: StoredObject, name: string) => ObjectContent
}

/** Maximum memory of all nodes on the way to a link: they are held until the last of them is written. */
const MAX_HELD_BYTES = 64 * 1024 * 1024

/** Edits the node above the last name of a path, and then writes each node above it. */
async function editAt(
  store: ObjectStore,
  root: StoredObject,
  { path, create = false, allowNonUnixfs: allow, change, edit, signal }: EditOptions,
): Promise<CID> {
  const names = path.split('/')
  if (names.length > MAX_PATH_SEGMENTS) {
    throw new DomainError('invalid-argument', `Cannot read path of link: over ${MAX_PATH_SEGMENTS} names`)
  }
  const last = names.pop() ?? ''
  const above: { readonly object: StoredObject; readonly name: string }[] = []
  // Each node on the way gets another link, so each is checked.
  let object = root
  assertDirectory(object, { change, allow })
  let heldBytes = memoryOf(root)
  for (const name of names) {
    above.push({ object, name })
    const link = object.links.find((candidate) => candidate.name === name)
    if (!link && !create) throw noSuchLink()
    object = link ? assertDagPb(await loadObject(store.reader, link.cid, { signal })) : EMPTY_DIRECTORY
    assertDirectory(object, { change, allow })
    heldBytes += memoryOf(object)
    if (heldBytes > MAX_HELD_BYTES) {
      throw new DomainError(
        'too-large',
        `Cannot change link: nodes on the way take over ${MAX_HELD_BYTES} bytes of memory`,
      )
    }
  }
  const write = async ({ cid: form }: StoredObject, content: ObjectContent) => {
    const bytes = encodeObject(content)
    return { cid: await putObject(store.blocks, bytes, { form, signal }), bytes, links: content.links }
  }
  let written = await write(object, edit(object, last))
  for (const { object: parent, name } of above.reverse()) {
    const links = [...parent.links.filter((link) => link.name !== name), objectLink(name, written)]
    written = await write(parent, { data: parent.data, links })
  }
  return written.cid
}

function noSuchLink(): DomainError {
  return new DomainError('not-found', 'no link by that name')
}
