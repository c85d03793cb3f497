import { endUnread } from '../../../streams/end-unread.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { mapItems } from '../../serve/map-items.ts'
import { GcResult } from '../../shapes/repo.ts'

/** Spec: RPC document, section 4, `/repo/gc`. */
export const repoGc = defineCommand({
  path: 'repo/gc',
  about: 'Remove all blocks that nothing pins',
  args: {},
  options: {
    'stream-errors': bool('Tell errors as they happen', { fallback: false }),
    quiet: bool('Write less', { alias: 'q', fallback: false }),
    silent: bool('Write nothing', { fallback: false }),
  },
  reply: ndjson(GcResult),
  text: gcText,
  parts: ['repo', 'clock'],
  run({ repo, clock }, { options, signal }) {
    const collecting = repo.collect({ streamErrors: options['stream-errors'], signal })
    // Other collections, and removals of blocks beside adds, wait for this one.
    const collected = endUnread(collecting, { clock, limitMs: UNREAD_MS })
    return mapItems(collected, (item) =>
      'cid' in item ? { Key: { '/': `${item.cid}` } } : { Key: null, Error: item.error },
    )
  },
})

/** A collection ends when its reply is not read for so long, or up to twice that. */
const UNREAD_MS = 60_000

function gcText(
  { Key, Error: error }: { Key: { '/': string } | null; Error?: string },
  { options }: { readonly options: { readonly quiet: boolean; readonly silent: boolean } },
): string {
  if (options.silent) return ''
  if (Key === null) return `Error: ${error}\n`
  return options.quiet ? `${Key['/']}\n` : `removed ${Key['/']}\n`
}
