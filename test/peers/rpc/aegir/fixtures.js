import { readFileSync } from 'node:fs'
import resolve from './resolve.js'

/** A file of a package, as aegir reads it. */
export default function loadFixture(path) {
  return readFileSync(resolve(path))
}
