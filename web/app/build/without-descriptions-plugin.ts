import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'

/** Modules that declare commands, options that commands share, settings, or queries of the ledger. */
const DECLARING =
  /\/src\/(?:rpc\/(?:commands|options|declare)\/.+|config\/sections\/.+|.+\/settings|ledger\/rest\/query-routes)\.ts$/
/** Modules whose functions declare. */
const DECLARED_WITH = /\/(?:command|wire)\.ts$/
/** Their argument is the schema of a reply. */
const REPLIES = new Set(['json', 'ndjson', 'either'])

/**
 * Leaves out of each bundle what only documents say: the descriptions of commands, of their arguments and options, of
 * settings and of queries, and the schemas of replies. `openapi.json`, `ledger-openapi.json` and the guides have them.
 * The library for hosts keeps them, since it can create these documents.
 */
export function withoutDescriptions(): Plugin {
  return {
    name: 'tidepool:without-descriptions',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name !== 'core',
    transform: {
      filter: { id: DECLARING },
      handler: (code) => ({ code: removeDescriptions(code), map: null }),
    },
  }
}

/** Blanks replace the descriptions, so that source maps need no change. */
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
