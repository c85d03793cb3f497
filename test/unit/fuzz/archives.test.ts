import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { SourceEntry } from '../../../src/ports/file-source.ts'
import { tarArchive } from '../../../src/unixfs/tar/tar.ts'
import { type Chance, chance } from '../rpc/chance.ts'
import { added, file, gathered, symlink } from '../unixfs/added.ts'
import { ROUNDS, SEED } from './fuzz.ts'

const NAMES = [
  'a',
  'b c',
  'é',
  '😀',
  '-rf',
  '"q"',
  "it's",
  'x\\y',
  '*',
  '\n',
  'n'.repeat(99),
  'm'.repeat(100),
  'ü'.repeat(120),
]

/** What an unpacked folder, or a list of entries, holds: each path with its content or target. */
type Held = Readonly<Record<string, string>>

function randomTree(random: Chance): { readonly entries: readonly SourceEntry[]; readonly held: Held } {
  const entries: SourceEntry[] = []
  const held: Record<string, string> = {}
  for (let left = 1 + random.below(12); left > 0; left -= 1) {
    const folders = Array.from({ length: random.below(4) }, () => `d${random.oneOf(NAMES)}`)
    const path = ['root', ...folders, `f${left}${random.oneOf(NAMES)}`].join('/')
    const content = 'x'.repeat(random.oneOf([0, 1, 511, 512, 513, 5000]))
    const target = random.oneOf(NAMES)
    const isLink = random.below(4) === 0
    entries.push(isLink ? symlink(path, target) : file(path, content))
    held[path] = isLink ? `-> ${target}` : content
  }
  return { entries, held }
}

function unpacked(folder: string): Held {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    paths
      .filter((entry) => !entry.isDirectory())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const held = entry.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, 'latin1')
        return [path.slice(folder.length + 1), held]
      }),
  )
}

describe(`archives of random trees, seed ${SEED}`, () => {
  it('are unpacked by tar into what was added', async () => {
    const random = chance(SEED)
    for (let round = 0; round < Math.max(10, ROUNDS / 200); round += 1) {
      const folder = mkdtempSync(join(tmpdir(), 'tidepool-tar-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const blockstore = memoryBlockstore()
      const { entries, held } = randomTree(random)
      const { roots } = await added(entries, {}, blockstore)
      const [root] = roots
      if (!root) throw new Error('nothing was added')

      const archive = await gathered(tarArchive(blockstore, root, 'root', { mtimeMs: 1_000_000 }))
      const { status, stderr } = spawnSync('tar', ['-xf', '-', '-C', folder], { input: archive })

      expect(`${status} ${stderr}`, `round ${round}`).toBe('0 ')
      expect(unpacked(folder), `round ${round}`).toEqual(held)
    }
  })
})
