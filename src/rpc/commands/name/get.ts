import { DomainError } from '../../../errors.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { nameArgument, newestRecord } from '../../options/name-records.ts'
import { only } from '../../serve/only.ts'

/** Spec gap: not in the document, but called by today's clients. */
export const nameGet = defineCommand({
  path: 'name/get',
  about: 'Get the signed record of a name',
  extension: true,
  status: 'experimental',
  args: { name: arg('Name to find the record of') },
  options: {},
  reply: bytes(),
  // A tab loads its routers among peers with the network.
  parts: ['names', 'network'],
  async run({ names }, { args, isOffline, signal }) {
    if (/^\/(?!(ipns|nms)\/)/.test(args.name)) throw new DomainError('invalid-argument', 'invalid key')
    const name = nameArgument(args.name)
    const record = await newestRecord(names, name, { isLocal: isOffline, signal })
    return {
      content: only(record.bytes),
      sizeBytes: record.bytes.byteLength,
      contentType: 'application/vnd.ipfs.ipns-record',
    }
  },
})
