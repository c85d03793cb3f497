import type * as z from 'zod/mini'
import { formatGoDuration } from '../../codec/go-duration.ts'
import type { InspectedRecord } from '../shapes/names.ts'

/** Formats a record in lines, like the command line of the reference. */
export function inspectedText({
  Entry,
  PbSize,
  SignatureType,
  Validation,
  HexDump,
}: z.infer<typeof InspectedRecord>): string {
  const lines = [
    ...(Entry.Value === '' ? [] : [`Value:          ${JSON.stringify(Entry.Value)}`]),
    `Validity Type:  ${Entry.ValidityType}`,
    `Validity:       ${JSON.stringify(Entry.Validity)}`,
    `Sequence:       ${Entry.Sequence}`,
    `TTL:            ${formatGoDuration(BigInt(Entry.TTL))}`,
    `Protobuf Size:  ${PbSize}`,
    `Signature Type: ${SignatureType}`,
    '',
    ...validationLines(Validation),
  ]
  return `${lines.join('\n')}\n${HexDump && `\nHex Dump:\n${HexDump}`}`
}

function validationLines(validation: z.infer<typeof InspectedRecord>['Validation']): readonly string[] {
  if (!validation) return ["This record was not verified. Pass '--verify k51...' to verify."]
  const { Valid, Reason, Name } = validation
  const width = Reason === '' ? 7 : 8
  const row = (title: string, text: string) => ` ${title.padEnd(width)}${text}`
  return [
    'Validation results:',
    row('Valid:', String(Valid)),
    ...(Reason === '' ? [] : [row('Reason:', Reason)]),
    row('Name:', Name),
  ]
}
