import type { CID } from '../../../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../../../errors.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { cidArgument } from '../../options/cid-argument.ts'
import { QueuedCid } from '../../shapes/providing.ts'

/** Spec gap: not in the document. The reference implementation 0.44 has it. */
export const provideOnce = defineCommand({
  path: 'provide/once',
  about: 'Announce CIDs soon, with any strategy',
  status: 'experimental',
  extension: true,
  needs: ['network'],
  args: { cid: args('CIDs to announce', { fromBody: true }) },
  options: { recursive: bool('Announce everything under the CIDs', { alias: 'r' }) },
  reply: ndjson(QueuedCid),
  text: ({ Queued }: { readonly Queued: string }) => `${Queued}\n`,
  parts: ['network', 'providing'],
  async *run({ network, providing }, { args: { cid: cids }, options: { recursive }, printCid, signal }) {
    await network.peer({ signal })
    await providing.assertReady({ signal })
    for (const cid of cids.map(cidOf)) {
      for await (const queued of providing.enqueue(cid, { recursive, signal }))
        yield { Queued: printCid(queued) }
    }
  },
})

function cidOf(text: string): CID {
  try {
    return cidArgument(text)
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    const quoted = JSON.stringify(text.slice(0, 200))
    throw new DomainError('invalid-argument', `invalid CID ${quoted}: ${cause.message}`, { cause })
  }
}
