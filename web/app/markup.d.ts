/** The text of a file, which the build puts into the bundle. */
declare module '*.html?raw' {
  const markup: string
  export default markup
}

/** Rules that the build loads with the module that imports them. */
declare module '*.css'
