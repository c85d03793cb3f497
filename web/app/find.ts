/**
 * Finds the element with this selector below `root`. Throws when it does not exist, because the page is broken
 * then.
 */
export function find<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
  const element = root.querySelector(selector)
  if (!(element instanceof type)) throw new Error(`Cannot find "${selector}": the page has changed`)
  return element
}
