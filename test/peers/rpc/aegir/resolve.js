import { fileURLToPath } from 'node:url'

/**
 * The path of a fixture of the suite, as aegir resolves it. The newest release of the suite lacks the files that it
 * reads: they are those of the last that has them.
 */
export default function resolve(path) {
  return fileURLToPath(new URL(`../node_modules/interface-ipfs-core-with-fixtures/esm/${path}`, import.meta.url))
}
