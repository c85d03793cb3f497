/** Contents of the `<head>` of a page. Both texts must be safe HTML. */
export interface PageHead {
  /** HTML without tags. */
  readonly title: string
  readonly style: string
  /** Language of the page. English when absent. */
  readonly language?: string
  /** Lines with further elements. None when absent. */
  readonly extra?: string
}

/** The beginning of every page that the node generates, up to and including `<body>`. */
export function pageHead({ title, style, language = 'en', extra = '' }: PageHead): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${extra}<title>${title}</title>
<style>${style}</style>
</head>
<body>
`
}
