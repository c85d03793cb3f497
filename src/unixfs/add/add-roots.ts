import type { FileSource } from '../../ports/file-source.ts'
import { childrenFirst, type Directory } from '../directory/directory-tree.ts'
import { writeDirectory } from '../directory/write-directory.ts'
import { type Adding, addBelow, addLeaf, emptyDirectory, namedEntries } from './add-entry.ts'
import type { AddEvent } from './added-event.ts'

/** Key of a directory without a name. */
const NAMELESS = ''

/**
 * Adds each top-level entry as a root, announced as soon as an entry outside it comes. A directory without a name
 * is a root too, and contains every entry after it: the Go client sends each directory that it adds in this way.
 */
export async function* addSeparately(add: Adding, source: FileSource): AsyncGenerator<AddEvent> {
  let open: NamedRoot | undefined
  for await (const { entry, names } of namedEntries(source, add)) {
    const [top, ...below] = names
    if (open?.name === NAMELESS) {
      yield* addBelow(add, open.directory, { entry, names })
      continue
    }
    if (open && (open.name !== top || below.length === 0)) {
      yield* closeRoot(add, open)
      open = undefined
    }
    if (entry.kind === 'directory' && top === undefined) {
      open = { name: NAMELESS, directory: emptyDirectory(add) }
      yield* addBelow(add, open.directory, { entry, names })
    } else if (entry.kind !== 'directory' && below.length === 0) {
      add.roots.push({ ...(yield* addLeaf(add, entry)), name: top ?? NAMELESS })
    } else if (top !== undefined) {
      open ??= { name: top, directory: emptyDirectory(add) }
      yield* addBelow(add, open.directory, { entry, names: below })
    }
  }
  if (open) yield* closeRoot(add, open)
}

/** Adds all entries to one directory, which is the only root. */
export async function* addWrapped(add: Adding, source: FileSource): AsyncGenerator<AddEvent> {
  const wrapper = emptyDirectory(add)
  for await (const { entry, names } of namedEntries(source, add)) {
    yield* addBelow(add, wrapper, { entry, names })
  }
  yield* closeRoot(add, { name: NAMELESS, directory: wrapper })
}

interface NamedRoot {
  readonly name: string
  readonly directory: Directory
}

/** Writes and announces the directories of a root. */
async function* closeRoot(
  { nodes, writer, roots, options }: Adding,
  root: NamedRoot,
): AsyncGenerator<AddEvent> {
  const top = { directory: root.directory, path: root.name }
  for (const { directory, path } of childrenFirst(top, { skipEmpty: options.emptyDirectories === false })) {
    const node = await writeDirectory(nodes, directory)
    directory.written = node
    if (directory === root.directory) {
      await writer.flush()
      roots.push({ ...node, name: root.name })
    }
    yield { type: 'added', name: path, cid: node.cid, size: node.sizeBytes, ...directory.sent }
  }
}
