/** What the head of one page says. Both texts are HTML that is safe to show. */
export interface PageHead {
  /** Without tags. */
  readonly title: string
  readonly style: string
  /** Lines of further elements; none when absent. */
  readonly extra?: string
}

/** The beginning of every page that the node makes, up to and with `<body>`. */
export function pageHead({ title, style, extra = '' }: PageHead): string {
  return `<!doctype html>
<html lang="en">
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
