import { bytes, defineCommand } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { foundRecord, nameArgument } from '../../options/name-records.ts'
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
  parts: ['names'],
  async run({ names }, { args, signal }) {
    const record = await foundRecord(names, nameArgument(args.name), { signal })
    return {
      content: only(record.bytes),
      sizeBytes: record.bytes.byteLength,
      contentType: 'application/vnd.ipfs.ipns-record',
    }
  },
})
