import type { CommandInfo, Filled } from './command-info.ts'
import { valuesOf } from './filled.ts'

/** The call as a line of TypeScript with the typed client. `file` and `files` represent the chosen files. */
export function clientLine(command: CommandInfo, filled: Filled): string {
  const parts = [
    ...group('args', argumentEntries(command, filled)),
    ...group('options', optionEntries(command, filled)),
    ...bodyEntry(command, filled),
  ]
  const input = parts.length === 0 ? '' : `, { ${parts.join(', ')} }`
  const call = `await call(${literal(command.path)}${input})`
  if (command.reply === 'bytes') return `const text = await new Response(${call}).text()`
  if (answersLines(command, filled)) return `for await (const line of ${call}) console.log(line)`
  return command.reply === 'empty' ? call : `const reply = ${call}`
}

function answersLines({ reply }: CommandInfo, { options }: Filled): boolean {
  const asks = [...valuesOf(options, 'stream'), ...valuesOf(options, 'progress')]
  return reply === 'ndjson' || (reply === 'either' && asks.includes('true'))
}

type Entry = readonly [name: string, code: string]

function argumentEntries({ args }: CommandInfo, filled: Filled): Entry[] {
  return args.flatMap(({ name }) => {
    const values = valuesOf(filled.args, name)
    if (values.length === 0) return []
    return [[name, values.length === 1 ? literal(values[0] ?? '') : list(values)]]
  })
}

function optionEntries({ options, common }: CommandInfo, filled: Filled): Entry[] {
  return [...options, ...common].flatMap(({ name, schema }) => {
    const values = valuesOf(filled.options, name)
    const [first] = values
    if (first === undefined) return []
    const isText = schema.type === 'string'
    return [[name, schema.type === 'array' ? list(values) : isText ? literal(first) : first]]
  })
}

function bodyEntry({ body }: CommandInfo, { files, text }: Filled): string[] {
  if (!body) return []
  if (files.length > 1) return ['body: files.map((file) => ({ path: file.name, content: file }))']
  if (files.length === 1) return ['body: file']
  return text === undefined ? [] : [`body: ${literal(text)}`]
}

function group(name: string, entries: readonly Entry[]): string[] {
  if (entries.length === 0) return []
  return [`${name}: { ${entries.map(([key, code]) => `${keyOf(key)}: ${code}`).join(', ')} }`]
}

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
}

function list(values: readonly string[]): string {
  return `[${values.map(literal).join(', ')}]`
}

/** A string literal in single quotes. */
export function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
