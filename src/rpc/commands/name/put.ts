import { multibaseFor } from '../../../codec/cid/multibase.ts'
import { formatPeerId } from '../../../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../../../errors.ts'
import { decodeNameRecord } from '../../../names/record/name-record.ts'
import { recordPath } from '../../../names/record/record-path.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { nameArgument, named, recordBytes } from '../../options/name-records.ts'
import { assertMaySend, delegatedKind } from '../../options/send-record.ts'
import { Published } from '../../shapes/names.ts'

/**
 * Spec gap: not in the document, but called by today's clients. With `force`, peers and routers are not asked for a
 * newer record. One that is invalid, or older than the one that is stored here, is never stored.
 */
export const namePut = defineCommand({
  path: 'name/put',
  about: 'Keep a signed record of a name',
  extension: true,
  status: 'experimental',
  args: { name: arg('Name that the record is of') },
  options: {
    force: bool('Do not ask peers and routers for a newer record first', { alias: 'f' }),
    'allow-offline': bool('Keep the record here when no router or peer can be reached'),
    'allow-delegated': bool('Send the record to delegated publishers alone, over HTTP'),
    quiet: bool('Print nothing', { alias: 'q' }),
  },
  body: 'record',
  reply: json(Published),
  text: ({ Name }: { Name: string }, { options }) => (options.quiet ? '' : `${Name}\n`),
  // A tab loads its routers among peers with the network.
  parts: ['names', 'routing', 'network'],
  async run({ names, routing }, { args, options, body, signal }) {
    const kind = delegatedKind(routing, options)
    const name = await named('invalid IPNS name', () => nameArgument(args.name))
    const bytes = await named('invalid IPNS record', recordBytes(body, { signal }))
    if (bytes.byteLength === 0) throw new DomainError('invalid-argument', 'record is empty')
    const record = await named('invalid IPNS record', () => decodeNameRecord(bytes))
    assertMaySend('put', { routing, ...options })
    const kept = names.keep(name, record, { asksFirst: !options.force, signal })
    await (options.force ? kept : named('record validation failed', kept))
    await names.announce(name, record, { kind, isBestEffort: options['allow-offline'], signal })
    return {
      Name: formatPeerId(name, multibaseFor('base36')),
      Value: attempt(() => recordPath(record)) ?? '',
    }
  },
})
