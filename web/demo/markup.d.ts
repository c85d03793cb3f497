/** The text of a file, which the build puts into the bundle. */
declare module '*.html?raw' {
  const markup: string
  export default markup
}
