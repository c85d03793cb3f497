/** The text of a file, which the build inlines into the bundle. */
declare module '*.html?raw' {
  const markup: string
  export default markup
}

/** Styles that the build loads together with the importing module. */
declare module '*.css'
