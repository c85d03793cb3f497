import { multibaseFor } from '../../../codec/cid/multibase.ts'
import { formatPeerId } from '../../../codec/cid/peer-id.ts'
import { attempt, isDomainError } from '../../../errors.ts'
import { checkRecord } from '../../../names/record/check-record.ts'
import { recordPath } from '../../../names/record/record-path.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { nameArgument, readNameRecord } from '../../options/name-records.ts'
import { hexDump } from '../../print/hex-dump.ts'
import { inspectedText } from '../../print/inspected-record.ts'
import { InspectedRecord } from '../../shapes/names.ts'

/** Spec gap: not in the document, but called by today's clients. */
export const nameInspect = defineCommand({
  path: 'name/inspect',
  about: 'Show the fields of a name record',
  extension: true,
  status: 'experimental',
  args: {},
  options: {
    verify: text('Name that the record must be valid for'),
    dump: bool('Show the bytes too', { fallback: true }),
  },
  body: 'record',
  reply: json(InspectedRecord),
  text: inspectedText,
  parts: ['clock'],
  async run({ clock }, { options: { verify, dump }, body, signal }) {
    const record = await readNameRecord(body, { signal })
    const { bytes, message, validity, validityType, sequence, ttlNs } = record
    const hasV1 = message.signatureV1?.byteLength || message.value?.byteLength
    const name = verify === undefined ? undefined : nameArgument(verify)
    const fault = name && (await faultOf(checkRecord(record, { name, nowMs: clock.now() })))
    return {
      Entry: {
        Value: attempt(() => recordPath(record)) ?? '',
        ValidityType: Number(validityType),
        Validity: validity,
        Sequence: Number(sequence),
        TTL: Number(ttlNs),
      },
      PbSize: bytes.byteLength,
      SignatureType: hasV1 ? 'V1+V2' : 'V2',
      HexDump: dump ? hexDump(bytes) : '',
      Validation: name
        ? { Valid: fault === '', Reason: fault ?? '', Name: formatPeerId(name, multibaseFor('base36')) }
        : null,
    }
  },
})

/** The reason for a failure. Empty on success. */
async function faultOf(check: Promise<void>): Promise<string> {
  try {
    await check
    return ''
  } catch (error) {
    if (isDomainError(error)) return error.message
    throw error
  }
}
