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

/** Lists paths in a text that lead to no file and no folder. A relative path may begin at any folder; `*` is any text. */
export function pathFaults({ path, text }: NamingText, files: readonly string[]): string[] {
  const tree = files.map((file) => `/${file}`).join('\n')
  return unique(text.match(PATH))
    .filter((named) => !GENERATED.test(named) && !matcherOf(named).test(tree))
    .map((named) => `${path}: there is no ${named}`)
}

/** Lists names in a text that occur nowhere in the sources. */
export function nameFaults({ path, text }: NamingText, sources: readonly string[]): string[] {
  const known = new Set(sources.flatMap((source) => source.match(/\w+/g) ?? []))
  return unique(text.match(NAME))
    .filter((named) => !known.has(named))
    .map((named) => `${path}: nothing is called ${named}`)
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

function unique(found: readonly string[] | null): string[] {
  return [...new Set(found)]
}
