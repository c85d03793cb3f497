import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lists packages that a bundle under `folder` contains from two places, according to its source map. */
export function repeatedPackages(folder: string): string[] {
  const maps = globSync('**/*.js.map', { cwd: folder })
  if (maps.length === 0) return [`${folder}: no source map`]
  return maps.flatMap((map) => {
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(folder, map), 'utf8'))
    const places = new Map<string, Set<string>>()
    for (const source of sources) {
      const [, place, name] = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(source) ?? []
      if (place && name) places.set(name, (places.get(name) ?? new Set()).add(place))
    }
    return [...places]
      .filter(([, found]) => found.size > 1)
      .map(([name, found]) => `${map}: ${name} from ${[...found].join(' and ')}`)
  })
}
