import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** One source file, as the rules on structure see it. */
export interface SourceFile {
  /** Relative to the root of the project, with slashes. */
  readonly path: string
  /** All imports, including types: `import`, `export … from`, `import()`, and `import('…')` in a type. */
  readonly imports: readonly Import[]
  /** Names that the file declares and exports, without re-exports. */
  readonly exports: readonly string[]
}

/** Another file of the project, or a package. */
export type Import = { readonly file: string } | { readonly package: string }

/** The files that ship. Tests may import anything. */
const FOLDERS = '{src,edge,web}/**/*.ts'

let read: { readonly root: string; readonly files: readonly SourceFile[] } | undefined

/** Parses all files that ship, once for all steps of a check. Throws for a syntax error. */
export function readSourceFiles(root: string): readonly SourceFile[] {
  if (read?.root === root) return read.files
  const files = globSync(FOLDERS, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => readSourceFile(path, readFileSync(posix.join(root, path), 'utf8')))
  read = { root, files }
  return files
}

/** Parses one file from its text. Throws for a syntax error. */
export function readSourceFile(path: string, text: string): SourceFile {
  const { module, program, errors } = parseSync(path, text, { lang: 'ts' })
  const [error] = errors
  if (error) throw new Error(`Cannot read "${path}": ${error.message}`)
  const specifiers = new Set<string>()
  for (const { moduleRequest } of module.staticImports) specifiers.add(moduleRequest.value)
  const exports = new Set<string>()
  for (const { moduleRequest, importName, exportName } of module.staticExports.flatMap(
    (all) => all.entries,
  )) {
    if (moduleRequest) specifiers.add(moduleRequest.value)
    else if (importName.kind === 'None' && exportName.name !== null) exports.add(exportName.name)
  }
  // Most files have neither, so their syntax trees need not be built.
  if (/\bimport\s*\(/.test(text)) {
    new Visitor({
      ImportExpression: ({ source }) => specifiers.add(literal(source, path)),
      TSImportType: ({ source }) => specifiers.add(source.value),
    }).visit(program)
  }
  return {
    path,
    imports: [...specifiers].map((specifier) => resolve(specifier, path)),
    exports: [...exports],
  }
}

function literal(source: { readonly type: string }, path: string): string {
  if ('value' in source && typeof source.value === 'string') return source.value
  throw new Error(`Cannot read "${path}": import() of a name that is computed`)
}

function resolve(specifier: string, path: string): Import {
  const [address = ''] = specifier.split('?')
  if (address.startsWith('.')) return { file: posix.join(posix.dirname(path), address) }
  const scheme = /^[a-z]+:/.exec(address)?.[0]
  if (scheme) return { package: scheme }
  const [first = '', second = ''] = address.split('/')
  return { package: first.startsWith('@') ? `${first}/${second}` : first }
}
