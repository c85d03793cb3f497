import type * as z from 'zod/mini'
import { diffObjects, type ObjectChange } from '../../../objects/diff-objects.ts'
import { openObject } from '../../../objects/open-object.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { goQuote } from '../../print/go-quote.ts'
import { ObjectChanges } from '../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/diff`. */
export const objectDiff = defineCommand({
  path: 'object/diff',
  about: 'Show what differs between two dag-pb nodes',
  args: { obj_a: arg('Node to compare against'), obj_b: arg('Node to compare') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: json(ObjectChanges),
  text: ({ Changes }: z.infer<typeof ObjectChanges>, { options: { verbose } }) =>
    Changes.map(verbose ? verboseText : changeText).join(''),
  async run(_, { args: { obj_a: before, obj_b: after }, session, signal }) {
    const pair = [
      await openObject(session, before, { signal }),
      await openObject(session, after, { signal }),
    ] as const
    const changes = await diffObjects(session, pair, { signal })
    return {
      Changes: changes.map(({ type, path, before: from, after: to }) => ({
        Type: TYPES[type],
        Path: path,
        Before: from ? { '/': from.toString() } : null,
        After: to ? { '/': to.toString() } : null,
      })),
    }
  },
})

const TYPES: Readonly<Record<ObjectChange['type'], number>> = { added: 0, removed: 1, changed: 2 }

type Change = z.infer<typeof ObjectChanges>['Changes'][number]

function changeText({ Path, Before, After }: Change): string {
  const sign = Before ? (After ? '~' : '-') : '+'
  return `${[sign, Before?.['/'], After?.['/'], goQuote(Path)].filter(Boolean).join(' ')}\n`
}

function verboseText({ Path, Before, After }: Change): string {
  const path = goQuote(Path)
  if (!Before) return `Added new link ${path} pointing to ${After?.['/']}.\n`
  if (!After) return `Removed link ${path} (was ${Before['/']}).\n`
  return `Changed ${path} from ${Before['/']} to ${After['/']}.\n`
}
