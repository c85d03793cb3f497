import { type MultibaseCodec, multibaseFor } from '../../codec/cid/multibase.ts'
import { DomainError } from '../../errors.ts'
import { text } from '../declare/wire.ts'

/** The option of every command that prints the names of keys. */
export const nmsBase = text('Multibase of the peer ids in output, or b58mh for bare base 58', {
  alias: 'ipns-base',
  fallback: 'base36',
})

/** Finds the multibase of {@link nmsBase}. `undefined` for a bare multihash in base 58. Throws `invalid-argument`. */
export function keyBase(name: string): MultibaseCodec<string> | undefined {
  if (name === 'b58mh' || name === 'v0') return undefined
  const base = multibaseFor(name)
  if (base) return base
  const message = name === '' ? 'empty multibase encoding' : `unsupported multibase encoding: ${name}`
  throw new DomainError('invalid-argument', message)
}
