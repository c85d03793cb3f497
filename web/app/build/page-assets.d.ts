declare module 'virtual:page-assets' {
  /** Paths of the built page, `/` among them; none under the development server. */
  export const pageAssets: readonly string[]
  /** Changes whenever one of the files does. */
  export const pageVersion: string
}
