import { DOCUMENT_SETTINGS } from '../../src/config/document/document-settings.ts'
import { nodeSections } from '../../src/config/schema.ts'
import { starterSection } from '../../src/config/sections/starter.ts'
import type { Setting } from '../../src/settings/setting.ts'
import { withMarkedPart } from './marked-part.ts'

const TABLE = {
  begin: '<!-- settings: written by `npm run docs` -->',
  end: '<!-- /settings -->',
  what: 'table of variables',
}

/** Every setting, in the order of declaration. */
const settings: readonly Setting[] = [starterSection, ...Object.values(nodeSections)].flatMap((section) =>
  Object.values<Setting>(section.settings),
)

/** Replaces the table of variables in the text. Throws when it has no markers. */
export function withSettingsTable(text: string, declared: readonly Setting[] = settings): string {
  const rows = declared.map(
    ({ variable, name, shown, about }) =>
      `| \`${variable}\` | \`${name}\` |${shown === '' ? '' : ` ${shown}`} | ${about} |`,
  )
  return withMarkedPart(
    text,
    TABLE,
    `${['| Variable | Setting | Default | Means |', '|---|---|---|---|', ...rows].join('\n')}\n`,
  )
}

const DOCUMENT_TABLE = {
  begin: '<!-- document settings: written by `npm run docs` -->',
  end: '<!-- /document settings -->',
  what: 'table of settings without a variable',
}

/** The text with its table of the settings that only the document has. Throws when it has no markers. */
export function withDocumentTable(text: string): string {
  const rows = DOCUMENT_SETTINGS.map(
    ({ name, default: unset, about }) => `| \`${name}\` | \`${JSON.stringify(unset)}\` | ${about} |`,
  )
  return withMarkedPart(
    text,
    DOCUMENT_TABLE,
    `${['| Setting | Default | Means |', '|---|---|---|', ...rows].join('\n')}\n`,
  )
}
