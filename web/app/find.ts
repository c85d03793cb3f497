/** The element of `root` with this selector. The page is broken without it, so its absence throws. */
export function find<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
  const element = root.querySelector(selector)
  if (!(element instanceof type)) throw new Error(`Cannot find "${selector}": the page has changed`)
  return element
}
