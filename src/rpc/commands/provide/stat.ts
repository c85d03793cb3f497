import type * as z from 'zod/mini'
import { DomainError } from '../../../errors.ts'
import { defineCommand, emitted } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { announcing, announcingText } from '../../print/peers/announcing.ts'
import { ProvideStat } from '../../shapes/providing.ts'

const SECTIONS = {
  all: bool('Print all sections', { alias: 'a' }),
  connectivity: bool('Print the section about connectivity'),
  network: bool('Print the section about the network'),
  schedule: bool('Print the section about the schedule'),
  timings: bool('Print the section about times'),
  workers: bool('Print the section about workers'),
  operations: bool('Print the section about operations'),
  queues: bool('Print the section about queues'),
}

/**
 * Spec gap: not in the document. The reference implementation 0.44 has it. This node announces as its legacy provider
 * does, which has no sections.
 */
export const provideStat = defineCommand({
  path: 'provide/stat',
  about: 'Show the counts of announcing, as today',
  status: 'experimental',
  extension: true,
  needs: ['network'],
  args: {},
  options: {
    lan: bool('Show the private DHT alone'),
    compact: bool('Print two columns, of all sections'),
    ...SECTIONS,
  },
  reply: emitted(ProvideStat),
  text: statText,
  parts: ['network', 'providing'],
  async run({ network, providing }, { options: { lan }, signal }) {
    await network.peer({ signal })
    if (lan) {
      throw new DomainError('unsupported', 'LAN stats only available for Sweep provider with Dual DHT')
    }
    return announcing(await providing.statistics({ signal }))
  },
})

function statText(
  { Legacy }: z.infer<typeof ProvideStat>,
  { options }: { readonly options: Readonly<Record<string, unknown>> },
): string {
  if (Object.keys(SECTIONS).some((name) => options[name] === true)) {
    throw new DomainError('invalid-argument', 'cannot use flags with legacy provide stats')
  }
  return announcingText({ Legacy })
}
