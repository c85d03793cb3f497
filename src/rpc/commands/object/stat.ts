import type * as z from 'zod/mini'
import { openObject } from '../../../objects/open-object.ts'
import { statObject } from '../../../objects/stat-object.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { humanSize } from '../../print/human-size.ts'
import { columns } from '../../print/listing-text.ts'
import { ObjectStat } from '../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/stat`. */
export const objectStat = defineCommand({
  path: 'object/stat',
  about: 'Show the sizes of a dag-pb node',
  status: 'deprecated',
  args: { key: arg('CID or path of the node', { fromBody: true }) },
  options: { human: bool('Print sizes for people') },
  reply: json(ObjectStat),
  keepsCidV0: true,
  text: statText,
  async run(_, { args: { key }, session, signal, printCid }) {
    const object = await openObject(session, key, { signal })
    const sizes = statObject(object)
    return {
      Hash: printCid(object.cid),
      NumLinks: sizes.links,
      BlockSize: sizes.blockBytes,
      LinksSize: sizes.linksBytes,
      DataSize: sizes.dataBytes,
      CumulativeSize: sizes.cumulativeBytes,
    }
  },
})

interface TextOptions {
  readonly options: { readonly human?: boolean | undefined }
}

/** Only the last size is ever printed for people, as the reference does. */
function statText(
  { NumLinks, BlockSize, LinksSize, DataSize, CumulativeSize }: z.infer<typeof ObjectStat>,
  { options: { human } }: TextOptions,
): string {
  const cumulative = human ? humanSize(CumulativeSize) : CumulativeSize
  const rows = Object.entries({ NumLinks, BlockSize, LinksSize, DataSize, CumulativeSize: cumulative })
  return columns(rows.map(([name, value]) => [`${name}:`, String(value)]))
}
