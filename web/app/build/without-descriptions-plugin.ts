import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'

/** Modules that declare commands, or options that commands share. */
const DECLARING = /\/src\/rpc\/(?:commands|options|declare)\/.+\.ts$/
/** Modules whose functions declare. */
const DECLARED_WITH = /\/(?:command|wire)\.ts$/
/** Their argument is the schema of a reply. */
const REPLIES = new Set(['json', 'ndjson', 'either'])

/**
 * Leaves out of each bundle what only documents say of a command: its description, those of its arguments and
 * options, and the schema of its reply. They are in `openapi.json`, a file of its own.
 */
export function withoutDescriptions(): Plugin {
  return {
    name: 'tidepool:without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: DECLARING },
      handler: (code) => ({ code: removeDescriptions(code), map: null }),
    },
  }
}

/** What is removed becomes blanks, so that source maps need no change. */
export function removeDescriptions(code: string): string {
  const declaring = new Set<string>()
  let shorter = code
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!DECLARED_WITH.test(source.value)) return
      for (const { local } of specifiers) declaring.add(local.name)
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'about' && isText(value)) replace(value, `''`)
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'Identifier' || !declaring.has(callee.name) || !first) return
      if (REPLIES.has(callee.name)) replace(first, '')
      else if (isText(first)) replace(first, `''`)
    },
  }).visit(parseAst(code, { lang: 'ts' }))
  return shorter

  function replace({ start, end }: ESTree.Span, text: string): void {
    const blanks = code.slice(start + text.length, end).replaceAll(/[^\n]/g, ' ')
    shorter = shorter.slice(0, start) + text + blanks + shorter.slice(end)
  }
}

function isText(node: ESTree.Node): boolean {
  return node.type === 'Literal' && typeof node.value === 'string'
}
