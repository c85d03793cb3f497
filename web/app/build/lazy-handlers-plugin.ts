import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'

const HANDLER = '?handler'
const LOAD_CODE = new URL('../../../src/state/load-code.ts', import.meta.url).pathname
/** Replies of which `run` is an iterable and not a promise. */
const LINES = new Set(['ndjson', 'sparse'])

/**
 * Leaves what commands do out of the service worker's script, and has it loaded by the first call. Their declarations
 * stay: they route calls, check access, and are listed. It applies to all folders of `src/rpc/commands/` but `except`,
 * and to no command outside of a folder.
 */
export function lazyHandlers({ except }: { readonly except: readonly string[] }): Plugin {
  const commands = `/src/rpc/commands/(?!(?:${except.join('|')})/)[^/]+/.+\\.ts`
  return {
    name: 'tidepool:lazy-handlers',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'sw',
    load: {
      filter: { id: new RegExp(`${commands}\\${HANDLER}$`) },
      handler: async (id) => ({
        code: await readFile(id.slice(0, -HANDLER.length), 'utf8'),
        moduleType: 'ts',
      }),
    },
    transform: {
      filter: { id: new RegExp(commands) },
      handler(code, id) {
        if (id.endsWith(HANDLER)) return { code: onlyHandlers(code), map: null }
        return { code: withoutHandlers(code, `./${basename(id)}${HANDLER}`), map: null }
      },
    },
  }
}

/** Replaces the handlers of a module by such as load them from `source`, and removes what only they needed. */
export function withoutHandlers(code: string, source: string): string {
  const edits = handlersOf(code).map(({ name, path, run, isLines }) => {
    const load = `loadCode('the command ${path}', () => import('${source}'))`
    const call = `(await ${load}).${name}.run(parts, input)`
    const text = isLines
      ? `async *run(parts, input) { yield* ${call} }`
      : `async run(parts, input) { return ${call} }`
    return { ...span(run), text }
  })
  if (edits.length === 0) return code
  const { body } = parseAst(code, { lang: 'ts' })
  const statements = body.map((statement) => ({ statement, text: edited(code, span(statement), edits) }))
  const kept = new Set(statements.filter(({ statement }) => statement.type.startsWith('Export')))
  for (const { text } of kept) {
    const words = new Set(text.match(/[\w$]+/g))
    for (const one of statements) if (namesOf(one.statement).some((name) => words.has(name))) kept.add(one)
  }
  const texts = statements.filter((one) => kept.has(one)).map(({ text }) => text)
  return [`import { loadCode } from '${LOAD_CODE}'`, ...texts].join('\n')
}

/** Leaves of the commands of a module nothing but their handlers, at the same positions for source maps. */
export function onlyHandlers(code: string): string {
  const blanks = (start: number, end: number) => code.slice(start, end).replaceAll(/[^\n]/g, ' ')
  const edits = handlersOf(code).flatMap(({ run, command }) => [
    { start: command.start + 1, end: run.start, text: blanks(command.start + 1, run.start) },
    { start: run.end, end: command.end - 1, text: blanks(run.end, command.end - 1) },
  ])
  return edited(code, { start: 0, end: code.length }, edits)
}

interface Handler {
  readonly name: string
  readonly path: string
  readonly command: ESTree.Span
  readonly run: ESTree.Span
  readonly isLines: boolean
}

function handlersOf(code: string): readonly Handler[] {
  const found: Handler[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return
      const [command] = init.arguments
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'defineCommand') return
      if (command?.type !== 'ObjectExpression') return
      const property = (name: string) =>
        command.properties.find(
          (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name,
        )
      const run = property('run')
      const path = property('path')
      const reply = property('reply')
      if (!run || path?.type !== 'Property' || path.value.type !== 'Literal') return
      const isLines =
        reply?.type === 'Property' &&
        reply.value.type === 'CallExpression' &&
        reply.value.callee.type === 'Identifier' &&
        LINES.has(reply.value.callee.name)
      found.push({ name: id.name, path: String(path.value.value), command, run, isLines })
    },
  }).visit(parseAst(code, { lang: 'ts' }))
  return found
}

function span({ start, end }: ESTree.Span): ESTree.Span {
  return { start, end }
}

interface Edit extends ESTree.Span {
  readonly text: string
}

/** The code of a span with the edits inside of it. */
function edited(code: string, { start, end }: ESTree.Span, edits: readonly Edit[]): string {
  let text = ''
  let at = start
  for (const edit of edits) {
    if (edit.start < start || edit.end > end) continue
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at, end)
}

/** The names that a statement declares in its module. */
function namesOf(
  statement: ESTree.Statement | ESTree.ModuleDeclaration | ESTree.Directive,
): readonly string[] {
  if (statement.type === 'ImportDeclaration') return statement.specifiers.map(({ local }) => local.name)
  if (statement.type === 'FunctionDeclaration') return statement.id ? [statement.id.name] : []
  if (statement.type !== 'VariableDeclaration') return []
  return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
}
