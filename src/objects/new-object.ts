import { DomainError } from '../errors.ts'
import { EMPTY_DIRECTORY } from './write-object.ts'

/**
 * The block of a template: `empty`, also when absent, or `unixfs-dir`. Throws `invalid-argument` for another.
 * Spec: RPC document, `/object/new`.
 */
export function newObject(template = 'empty'): Uint8Array {
  if (template === 'empty') return new Uint8Array(0)
  if (template === 'unixfs-dir') return EMPTY_DIRECTORY.bytes
  throw new DomainError('invalid-argument', `unknown node type: ${template.slice(0, 1024)}`)
}
