import type * as z from 'zod/mini'
import { FS_REPO_VERSION } from '../../../version.ts'
import { defineCommand, json } from '../../command.ts'
import { humanSize } from '../../human-size.ts'
import { RepoStat } from '../../shapes/repo.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/repo/stat`. */
export const repoStat = defineCommand({
  path: 'repo/stat',
  about: 'Show how much is stored',
  args: {},
  options: {
    'size-only': bool('Only show sizes', { alias: 's', fallback: false }),
    human: bool('Print sizes in units people read', { alias: 'H', fallback: false }),
  },
  reply: json(RepoStat),
  text: repoStatText,
  async run({ repo }, { options, signal }) {
    const { blocks, sizeBytes, maxSizeBytes, path } = await repo.stat({ signal })
    const sizes = { RepoSize: sizeBytes, StorageMax: maxSizeBytes }
    const isFull = !options['size-only']
    return {
      ...sizes,
      NumObjects: isFull ? blocks : 0,
      RepoPath: isFull ? path : '',
      Version: isFull ? FS_REPO_VERSION : '',
      SizeStat: sizes,
    }
  },
})

function repoStatText(
  stat: z.output<typeof RepoStat>,
  { options }: { readonly options: { readonly 'size-only': boolean; readonly human: boolean } },
): string {
  const size = options.human ? humanSize : String
  const sizes = `RepoSize:   ${size(stat.RepoSize)}\nStorageMax: ${size(stat.StorageMax)}\n`
  if (options['size-only']) return sizes
  return `NumObjects: ${stat.NumObjects}\n${sizes}RepoPath:   ${stat.RepoPath}\nVersion:    ${stat.Version}\n`
}
