/** A text that names files and declarations of the project. */
export interface NamingText {
  /** Relative to the root of the project, for errors. */
  readonly path: string
  readonly text: string
}

/** A path from the root, or a relative one in backticks: a file of source code, or a folder with its slash. */
const PATH =
  /(?<![\w./#:<-])(?:src|edge|web|test|proto)\/[\w./*-]*[\w/]|(?<=`)[\w*][\w./*-]*(?:\.ts|\.grit|\/)(?=`)/g

/** Folders that are generated, so that they may be absent. */
const GENERATED = /^(dist|test-results)\//

/** A name in backticks that has a capital letter, as those of functions, types and constants do. */
const NAME = /(?<=`)(?=\w*[A-Z])[A-Za-z]\w*(?=(?:\(\))?`)/g

/**
 * Lists paths in texts that lead to no file and no folder. A relative path may begin at any folder; `*` is any text.
 */
export function pathFaults(texts: readonly NamingText[], files: readonly string[]): string[] {
  const tree = files.map((file) => `/${file}`).join('\n')
  return faultsOf(texts, PATH, 'there is no', (named) => GENERATED.test(named) || matcherOf(named).test(tree))
}

/** Lists names in texts that occur nowhere in the sources. */
export function nameFaults(texts: readonly NamingText[], sources: readonly string[]): string[] {
  const known = new Set(sources.flatMap((source) => source.match(/\w+/g) ?? []))
  return faultsOf(texts, NAME, 'nothing is called', (named) => known.has(named))
}

/** The comments of a source file. */
export function commentsOf(source: string): string {
  return source
    .split('\n')
    .filter((line) => /^\s*(\/?\*|\/\/)/.test(line))
    .join('\n')
}

function matcherOf(path: string): RegExp {
  const pattern = path.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/\n]*')
  return new RegExp(`/${pattern}(/|$)`, 'm')
}

/** Lists what a text names and is not there. Many texts name the same: it is looked for once. */
function faultsOf(
  texts: readonly NamingText[],
  pattern: RegExp,
  fault: string,
  isThere: (named: string) => boolean,
): string[] {
  const absent = new Map<string, boolean>()
  const isAbsent = (named: string) => {
    const held = absent.get(named) ?? !isThere(named)
    absent.set(named, held)
    return held
  }
  return texts.flatMap(({ path, text }) =>
    [...new Set(text.match(pattern))].filter(isAbsent).map((named) => `${path}: ${fault} ${named}`),
  )
}
