declare module 'virtual:page-assets' {
  /** Paths of the built page, including `/`. Empty under the development server. */
  export const pageAssets: readonly string[]
  /** Changes whenever one of the files changes. */
  export const pageVersion: string
}
