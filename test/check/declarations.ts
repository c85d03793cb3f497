import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ESTree, parseAst, Visitor } from 'vite'
import { COMPILER_MEMORY, ONE_THREAD, root, runToolWith } from './run-tool.ts'

const FOLDER = join(root, 'dist/types')
/** Where declarations of other packages are put, so that the package needs none of them. */
const PACKAGES = join(FOLDER, 'packages')
const PROJECTS = ['web', 'edge']
/** Modules that the runtime of the consumer declares. */
const OF_THE_HOST = /^(?:node|cloudflare):/

if (process.argv[1] === import.meta.filename) await writeDeclarations()

/**
 * Writes the declarations of everything that the package exports to `dist/types`: those of this project, and of
 * other packages as far as they are reachable.
 */
export async function writeDeclarations(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true })
  for (const project of PROJECTS) {
    // The step `types` of the check has compiled the same sources.
    const emit = [
      ONE_THREAD,
      '--noCheck',
      '--noEmit',
      'false',
      '--emitDeclarationOnly',
      '--rootDir',
      root,
      '--outDir',
      FOLDER,
    ]
    await runToolWith(COMPILER_MEMORY, 'typescript/bin/tsc', '-p', project, ...emit)
  }
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.values<string | { types: string }>(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [join(root, entry.types)],
  )
  const reachable = collectReachable(entries)
  for (const path of globSync('**/*.d.ts', { cwd: FOLDER })) {
    if (!reachable.has(join(FOLDER, path))) rmSync(join(FOLDER, path))
  }
}

/** Follows imports from the entries, and copies the declarations of other packages. Returns the paths of all files. */
function collectReachable(entries: readonly string[]): ReadonlySet<string> {
  /** Where each file came from: imports of a copied file are resolved there. */
  const origins = new Map(entries.map((path) => [path, path]))
  for (const [path, origin] of origins) {
    let text = readFileSync(path, 'utf8')
    // From the end, so that earlier positions stay right.
    for (const { value, start, end } of specifiersOf(text).reverse()) {
      if (OF_THE_HOST.test(value)) continue
      const target = value.startsWith('.')
        ? declarationOf(resolve(dirname(origin), value))
        : find(value, origin)
      const held = heldPath(target)
      if (!origins.has(held)) {
        mkdirSync(dirname(held), { recursive: true })
        if (held !== target) copyFileSync(target, held)
        origins.set(held, target)
      }
      if (value.startsWith('.')) continue
      const shorter = relative(dirname(path), held).replace(/\.d(\.[cm]?)ts$/, '$1js')
      text = `${text.slice(0, start)}'${shorter.startsWith('.') ? '' : './'}${shorter}'${text.slice(end)}`
    }
    writeFileSync(path, text)
  }
  return new Set(origins.keys())
}

function specifiersOf(text: string): { value: string; start: number; end: number }[] {
  const found: { value: string; start: number; end: number }[] = []
  const note = (node: ESTree.Node | null) => {
    if (node?.type !== 'Literal' || typeof node.value !== 'string') return
    found.push({ value: node.value, start: node.start, end: node.end })
  }
  new Visitor({
    ImportDeclaration: ({ source }) => note(source),
    ExportNamedDeclaration: ({ source }) => note(source),
    ExportAllDeclaration: ({ source }) => note(source),
    TSImportType: ({ source }) => note(source),
  }).visit(parseAst(text, { lang: 'dts' }))
  return found.sort((one, other) => one.start - other.start)
}

/** The path that a file of this project or of another package has in `dist/types`. */
function heldPath(path: string): string {
  const [, inside] = path.split('/node_modules/')
  return inside === undefined ? path : join(PACKAGES, path.slice(path.lastIndexOf('/node_modules/') + 14))
}

/** The declarations of a module that is imported by its path: for an ECMAScript module where there are two. */
function declarationOf(path: string): string {
  const stem = path.replace(/(\.d)?\.([cm]?)[jt]s$/, '')
  const candidates = [`${stem}.d.ts`, `${stem}.d.mts`, `${stem}.d.cts`, `${path}/index.d.ts`]
  const found = candidates.find((candidate) => existsSync(candidate))
  if (found === undefined) throw new Error(`Cannot find the declarations of "${path}"`)
  return found
}

interface Manifest {
  readonly types?: string
  readonly exports?: Exports
}

type Exports = string | null | { readonly [key: string]: Exports }

/** The declarations of a module that is imported by its name. */
function find(specifier: string, origin: string): string {
  const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? []
  const file = findPackageJSON(name, pathToFileURL(origin))
  if (file === undefined) throw new Error(`Cannot find package "${name}", which "${origin}" imports`)
  const { exports = null, types }: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  const target = exportOf(exports, `.${specifier.slice(name.length)}`) ?? types
  if (target === undefined) throw new Error(`Package "${name}" exports no "${specifier}"`)
  return declarationOf(join(dirname(file), target))
}

function exportOf(exports: Exports, path: string): string | undefined {
  if (exports === null || typeof exports === 'string')
    return path === '.' ? (exports ?? undefined) : undefined
  if (!Object.keys(exports).some((key) => key.startsWith('.'))) {
    return path === '.' ? conditionOf(exports) : undefined
  }
  const exact = exports[path]
  if (exact !== undefined) return conditionOf(exact)
  for (const [key, value] of Object.entries(exports)) {
    const [before = '', after] = key.split('*')
    if (after === undefined || !path.startsWith(before) || !path.endsWith(after)) continue
    return conditionOf(value)?.replace('*', path.slice(before.length, path.length - after.length))
  }
  return undefined
}

function conditionOf(value: Exports): string | undefined {
  if (value === null || typeof value === 'string') return value ?? undefined
  for (const [condition, inner] of Object.entries(value)) {
    const found = ['types', 'import', 'default'].includes(condition) ? conditionOf(inner) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
