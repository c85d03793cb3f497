import type { Parameter, ParameterTable } from '../../src/calendar/rest/resources/parameter.ts'
import { RESOURCES, type Resource } from '../../src/calendar/rest/resources/resources.ts'
import { withMarkedPart } from './marked-part.ts'

const TABLES = {
  begin: '<!-- calendar: written by `npm run docs` -->',
  end: '<!-- /calendar -->',
  what: 'tables of the calendar',
}

/** Replaces the tables of parameters and fields in the text. Throws when it has no markers. */
export function withCalendarTables(text: string, resources: readonly Resource[] = RESOURCES): string {
  return withMarkedPart(text, TABLES, resources.map(tablesOf).join('\n'))
}

function tablesOf({ collection, item, bySlug, query, fields }: Resource): string {
  const routes = [`\`/${collection}\``, `\`/${collection}/{id}\``, `\`/${collection}/by-slug/{slug}\``]
  return `## ${capitalized(collection)}

Routes: ${(bySlug ? routes : routes.slice(0, 2)).join(', ')}.

### Parameters of the list of ${collection}

| Parameter | Type | Default | Means |
|---|---|---|---|
${rowsOf(query, ({ default: value }) => (value === undefined ? '' : ` \`${value}\``))}

### Fields of ${an(item)}

| Field | Type | Required for a new one | Means |
|---|---|---|---|
${rowsOf(fields, ({ required }) => (required ? ' yes' : ''))}
`
}

function rowsOf(table: ParameterTable, third: (parameter: Parameter) => string): string {
  return Object.entries(table)
    .map(([name, parameter]) => {
      const { about, extension } = parameter
      const own = extension ? '; not on recorded servers' : ''
      return `| \`${name}\` | ${typeOf(parameter)} |${third(parameter)} | ${about}${own} |`
    })
    .join('\n')
}

function typeOf({ type, described, items }: Parameter): string {
  const kind = described ?? type ?? 'string'
  return kind === 'array' ? `list of ${items ?? 'integer'}s` : kind
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function an(item: string): string {
  return /^[aeiou]/.test(item) ? `an ${item}` : `a ${item}`
}
