declare module 'virtual:page-assets' {
  /** Paths of the built page, including `/`. Empty under the development server. */
  export const pageAssets: readonly string[]
  /** Path of the script that the page begins with. Its name changes with every build. */
  export const pageEntry: string
  /** Changes whenever one of the files changes. */
  export const pageVersion: string
}
