/**
 * Called each time the view is shown. `rest` is the part of the URL fragment after the view's name: `a/b` of
 * `#content/a/b`.
 */
export type Shown = (rest: string) => void

/**
 * Draws a view in its section, once. The section is later hidden instead of removed, so that running tasks
 * continue. When this resolves, the section has a heading of level 1.
 */
export type DrawView = (section: HTMLElement) => Shown | Promise<Shown>

export interface View {
  /** The view's name in the URL: `#content`. */
  readonly id: string
  readonly title: string
  /** Loads the view when it is first shown. */
  readonly load: () => Promise<DrawView>
}
