import type * as z from 'zod/mini'
import type { CID } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'
import type { VerifiedPin } from '../../../pins/verify-pins.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { PinVerified } from '../../shapes/pins.ts'

/**
 * Spec: RPC document, section 4, `/pin/verify`. Spec gap: the reply has the document's nested object and the
 * flat fields.
 */
export const pinVerify = defineCommand({
  path: 'pin/verify',
  about: 'Check that everything under the recursive pins is held',
  args: {},
  options: {
    verbose: bool('List good pins too', { fallback: false }),
    quiet: bool('List only the CIDs of broken pins', { alias: 'q', fallback: false }),
  },
  reply: ndjson(PinVerified),
  text: verifiedText,
  parts: ['pins'],
  async *run({ pins }, { options: { verbose, quiet }, signal, printCid }) {
    if (verbose && quiet) {
      const message = 'the --verbose and --quiet options can not be used at the same time'
      throw new DomainError('invalid-argument', message)
    }
    for await (const pin of pins.verify({ signal })) {
      if (verbose || pin.bad.length > 0) yield verifiedLine(pin, { quiet, printCid })
    }
  },
})

function verifiedLine(
  { cid, bad }: VerifiedPin,
  { quiet, printCid }: { readonly quiet: boolean; readonly printCid: (cid: CID) => string },
): z.input<typeof PinVerified> {
  const BadNodes = bad.map((block) => ({ Cid: printCid(block.cid), Err: block.error }))
  const status = { Ok: bad.length === 0, ...(!quiet && bad.length > 0 && { BadNodes }) }
  return { Cid: printCid(cid), ...status, PinStatus: status }
}

function verifiedText(
  { Cid, Ok, BadNodes = [] }: z.output<typeof PinVerified>,
  { options: { quiet } }: { readonly options: { readonly quiet: boolean } },
): string {
  if (quiet) return `${Cid}\n`
  if (Ok) return `${Cid} ok\n`
  return `${Cid} broken\n${BadNodes.map((node) => `  ${node.Cid}: ${node.Err}\n`).join('')}`
}
