import { chunkedFile, directory, rawFile, type StoredTree } from '../requests/stored-tree.ts'

/** A file of one leaf, 2^levels times. Its blocks are stored once. */
export async function foldedFile(levels: number, leaf = 'x'): Promise<StoredTree> {
  let tree = await rawFile(leaf)
  for (let level = 0; level < levels; level += 1) {
    const below = { ...tree, sizeBytes: leaf.length * 2 ** level, blocks: [] }
    const { cid, sizeBytes, blocks } = await chunkedFile([below, below])
    tree = { cid, sizeBytes, blocks: [...blocks, ...tree.blocks] }
  }
  return tree
}

/** A directory in which 2^levels paths, such as `a/b/b/a`, lead to one empty directory. */
export async function foldedDirectory(levels: number): Promise<StoredTree> {
  let tree = await directory({})
  for (let level = 0; level < levels; level += 1) {
    const below = { ...tree, sizeBytes: 1, blocks: [] }
    const { cid, sizeBytes, blocks } = await directory({ a: below, b: below })
    tree = { cid, sizeBytes, blocks: [...blocks, ...tree.blocks] }
  }
  return tree
}
