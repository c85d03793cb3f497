/** Told each time the view is shown. `rest`: what follows its name in the address, `a/b` of `#content/a/b`. */
export type Shown = (rest: string) => void

/**
 * Draws a view in its section, once. It stays there, hidden while another is shown, so that what it does goes
 * on. The section has a heading of the first level when this is over.
 */
export type DrawView = (section: HTMLElement) => Shown | Promise<Shown>

export interface View {
  /** Its name in the address: `#content`. */
  readonly id: string
  readonly title: string
  /** Loads it when it is first shown. */
  readonly load: () => Promise<DrawView>
}
