import type * as z from 'zod/mini'
import { STORAGE_MAX } from '../../../config/document/document-settings.ts'
import { parseByteSize } from '../../../settings/byte-size.ts'
import { FS_REPO_VERSION } from '../../../version.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { humanSize } from '../../print/human-size.ts'
import { RepoStatReply } from '../../shapes/repo.ts'

/** Spec: RPC document, section 4, `/repo/stat`. Spec gap: `usage`, which walks everything that is kept, is our own. */
export const repoStat = defineCommand({
  path: 'repo/stat',
  about: 'Show how much is stored',
  args: {},
  options: {
    'size-only': bool('Only show sizes', { alias: 's', fallback: false }),
    human: bool('Print sizes in units people read', { alias: 'H', fallback: false }),
    usage: bool(
      'Also tell what takes the space: pins, mutable files, calendar, ledger, or nothing that keeps it',
      {
        fallback: false,
      },
    ),
  },
  reply: json(RepoStatReply),
  text: repoStatText,
  parts: ['repo', 'configuration'],
  async run({ repo, configuration }, { options, signal }) {
    const { blocks, sizeBytes, path } = await repo.stat({ signal })
    const max = await configuration.get(STORAGE_MAX, { signal })
    const sizes = { RepoSize: sizeBytes, StorageMax: parseByteSize(String(max)) ?? 0 }
    const usage = options.usage ? await repo.usage({ signal }) : undefined
    const isFull = !options['size-only']
    return {
      ...sizes,
      NumObjects: isFull ? blocks : 0,
      RepoPath: isFull ? path : '',
      Version: isFull ? FS_REPO_VERSION : '',
      SizeStat: sizes,
      ...(usage && {
        Usage: {
          Pinned: usage.pinnedBytes,
          Files: usage.serviceBytes['files'] ?? 0,
          Calendar: usage.serviceBytes['calendar'] ?? 0,
          Ledger: usage.serviceBytes['ledger'] ?? 0,
          Unpinned: usage.unpinnedBytes,
        },
      }),
    }
  },
})

function repoStatText(
  stat: z.output<typeof RepoStatReply>,
  { options }: { readonly options: { readonly 'size-only': boolean; readonly human: boolean } },
): string {
  const size = options.human ? humanSize : String
  const sizes = `RepoSize:   ${size(stat.RepoSize)}\nStorageMax: ${size(stat.StorageMax)}\n`
  const usage = Object.entries(stat.Usage ?? {}).map(
    ([kept, bytes]) => `${`${kept}:`.padEnd(11)} ${size(bytes)}\n`,
  )
  if (options['size-only']) return sizes + usage.join('')
  return `NumObjects: ${stat.NumObjects}\n${sizes}RepoPath:   ${stat.RepoPath}\nVersion:    ${stat.Version}\n${usage.join('')}`
}
