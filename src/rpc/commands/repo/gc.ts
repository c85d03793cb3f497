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
  parts: ['repo'],
  run({ repo }, { options, signal }) {
    const collected = repo.collect({ streamErrors: options['stream-errors'], signal })
    return mapItems(collected, (item) =>
      'cid' in item ? { Key: { '/': `${item.cid}` } } : { Key: null, Error: item.error },
    )
  },
})

function gcText(
  { Key, Error: error }: { Key: { '/': string } | null; Error?: string },
  { options }: { readonly options: { readonly quiet: boolean; readonly silent: boolean } },
): string {
  if (options.silent) return ''
  if (Key === null) return `Error: ${error}\n`
  return options.quiet ? `${Key['/']}\n` : `removed ${Key['/']}\n`
}
