import type { CommandNode } from '../shapes/node.ts'
import type { AnyCommand, Shape } from './command.ts'
import { GLOBAL_OPTIONS } from './global-options.ts'
import { wireMeta } from './wire.ts'

/**
 * The tree of all commands and groups, derived from their paths and sorted by name. The root has the global
 * options. Spec gap: the root's name and the order are the reference's.
 */
export function commandTree(registry: readonly AnyCommand[]): CommandNode {
  return node('ipfs', '', GLOBAL_OPTIONS, registry)
}

/** `below` are the commands whose paths begin with `prefix`. */
function node(name: string, prefix: string, options: Shape, below: readonly AnyCommand[]): CommandNode {
  const groups = Map.groupBy(below, ({ path }) => path.slice(prefix.length).split('/')[0] ?? '')
  const names = [...groups.keys()].sort()
  return {
    Name: name,
    Subcommands: names.map((child) => {
      const path = `${prefix}${child}`
      const inside = groups.get(child) ?? []
      const command = inside.find((candidate) => candidate.path === path)
      const rest = inside.filter((candidate) => candidate !== command)
      return node(child, `${path}/`, command?.options ?? {}, rest)
    }),
    Options: Object.entries(options).map(([long, schema]) => ({
      Names: [long, ...wireMeta(schema).aliases],
    })),
  }
}

/** Formats the tree as sorted lines of words, if requested with a line for each option of a command. */
export function commandPaths(tree: CommandNode, { withOptions }: { withOptions: boolean }): string[] {
  return lines(tree, tree.Name, false).sort()

  function lines({ Subcommands, Options }: CommandNode, path: string, listOptions: boolean): string[] {
    const flags = listOptions ? Options.map(({ Names }) => flagLine(path, Names)) : []
    const below = Subcommands.flatMap((child) => lines(child, `${path} ${child.Name}`, withOptions))
    return [path, ...flags, ...below]
  }
}

function flagLine(path: string, names: readonly string[]): string {
  return names.map((name) => `${path} ${name.length === 1 ? '-' : '--'}${name}`).join(' / ')
}
