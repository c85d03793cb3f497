import { nodeSections } from '../../src/config/schema.ts'
import { starterSection } from '../../src/config/sections/starter.ts'
import type { Setting } from '../../src/config/setting.ts'
import { withMarkedPart } from './marked-part.ts'

const TABLE = {
  begin: '<!-- settings: written by `npm run docs` -->',
  end: '<!-- /settings -->',
  what: 'table of variables',
}

/** Every setting, in the order of its declaration. */
const settings: readonly Setting[] = [starterSection, ...Object.values(nodeSections)].flatMap((section) =>
  Object.values<Setting>(section.settings),
)

/** The text with its table of variables written anew. Throws when it has no markers. */
export function withSettingsTable(text: string, declared: readonly Setting[] = settings): string {
  const rows = declared.map(
    ({ variable, shown, about }) => `| \`${variable}\` |${shown === '' ? '' : ` ${shown}`} | ${about} |`,
  )
  return withMarkedPart(
    text,
    TABLE,
    `${['| Variable | Default | Means |', '|---|---|---|', ...rows].join('\n')}\n`,
  )
}
