import type * as z from 'zod/mini'
import type { CID } from '../../../codec/cid/cid.ts'
import { listedPins, pinType } from '../../../pins/listed-pins.ts'
import type { ListedPin } from '../../../pins/pins.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, either } from '../../declare/command.ts'
import { bool, optionalArgs, text } from '../../declare/wire.ts'
import { mapItems } from '../../serve/map-items.ts'
import { type PinKeys, type PinLine, PinLsResult } from '../../shapes/pins.ts'

/**
 * Spec: RPC document, section 4, `/pin/ls`. Spec gap: the reply has the document's nested objects and the flat
 * fields.
 */
export const pinLs = defineCommand({
  path: 'pin/ls',
  about: 'List what is pinned',
  args: { 'ipfs-path': optionalArgs('Paths to look for', { fromBody: true }) },
  options: {
    type: text('Only pins of this type: direct, indirect, recursive or all', { alias: 't', fallback: 'all' }),
    quiet: bool('Write only CIDs', { alias: 'q', fallback: false }),
    stream: bool('Send pins as they are found', { alias: 's', fallback: false }),
    names: bool('Send names too', { fallback: false }),
    name: text('Only pins whose name contains this text', { alias: 'n' }),
  },
  reply: either(PinLsResult),
  text: pinText,
  parts: ['pins'],
  async run({ pins }, { args, options, session, signal, printCid }) {
    const found = listedPins(pins, {
      paths: args['ipfs-path'],
      type: pinType(options.type),
      named: options.name,
      resolve: async (path) => (await resolvePath(session, path, { signal })).cid,
      signal,
    })
    const printing = {
      byPath: args['ipfs-path'].length > 0,
      withNames: options.names || options.name !== undefined,
      printCid,
    }
    const lines = mapItems(found, (pin) => pinLine(pin, printing))
    if (!options.stream) return pinKeys(lines)
    return mapItems(lines, (line) => ({ ...line, PinLsObject: line }))
  },
})

type Line = z.infer<typeof PinLine>
type Keys = z.infer<typeof PinKeys>

interface Printing {
  readonly byPath: boolean
  readonly withNames: boolean
  readonly printCid: (cid: CID) => string
}

/** The root of an indirect pin is named only if the caller asked for the path. */
function pinLine({ cid, type, root, name }: ListedPin, { byPath, withNames, printCid }: Printing): Line {
  const shown = byPath && root ? `indirect through ${printCid(root)}` : type
  return { Cid: printCid(cid), Type: shown, ...(withNames && name !== undefined && { Name: name }) }
}

async function pinKeys(lines: AsyncIterable<Line>) {
  const keys = new Map<string, Keys[string]>()
  for await (const { Cid, ...rest } of lines) keys.set(Cid, rest)
  const Keys = Object.fromEntries([...keys].sort(([a], [b]) => (a < b ? -1 : 1)))
  return { Keys, PinLsList: { Keys } }
}

function pinText(
  value: z.infer<typeof PinLsResult>,
  { options: { quiet } }: { readonly options: { readonly quiet: boolean } },
): string {
  const lines =
    'Keys' in value ? Object.entries(value.Keys).map(([Cid, rest]) => ({ Cid, ...rest })) : [value]
  return lines
    .map(({ Cid, Type, Name }) =>
      quiet ? `${Cid}\n` : `${[Cid, Type, ...(Name ? [Name] : [])].join(' ')}\n`,
    )
    .join('')
}
