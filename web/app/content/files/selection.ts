/** Which paths of a list are selected. */
export interface Selection {
  readonly paths: ReadonlySet<string>
  /**
   * Selects or unselects one path. With `isRange` everything between it and the path that was toggled before gets
   * the same state, in the order of the list.
   */
  toggle(path: string, options: { readonly isRange: boolean; readonly order: readonly string[] }): void
  replace(paths: Iterable<string>): void
}

export function createSelection(): Selection {
  let paths = new Set<string>()
  let anchor: string | undefined
  return {
    get paths() {
      return paths
    },
    toggle(path, { isRange, order }) {
      const isSelected = !paths.has(path)
      const range = isRange && anchor !== undefined ? between(order, anchor, path) : [path]
      for (const each of range) {
        if (isSelected) paths.add(each)
        else paths.delete(each)
      }
      anchor = path
    },
    replace(wanted) {
      paths = new Set(wanted)
      if (paths.size === 0) anchor = undefined
    },
  }
}

function between(order: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)]
  if (start < 0 || end < 0) return [to]
  return order.slice(Math.min(start, end), Math.max(start, end) + 1)
}
