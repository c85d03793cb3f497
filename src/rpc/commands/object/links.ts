import type * as z from 'zod/mini'
import { openObject } from '../../../objects/open-object.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { printLinks, printLinksText } from '../../print/object-forms.ts'
import { DagObject } from '../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/links`. */
export const objectLinks = defineCommand({
  path: 'object/links',
  about: 'List the links of a dag-pb node',
  status: 'deprecated',
  args: { key: arg('CID or path of the node', { fromBody: true }) },
  options: { headers: bool('Print column headers', { alias: 'v' }) },
  reply: json(DagObject),
  keepsCidV0: true,
  text: ({ Links = [] }: z.infer<typeof DagObject>, { options }) => printLinksText(Links, options),
  async run(_, { args: { key }, session, signal, printCid }) {
    const { cid, links } = await openObject(session, key, { signal })
    return { Hash: printCid(cid), ...(links.length > 0 && { Links: printLinks(links, printCid) }) }
  },
})
