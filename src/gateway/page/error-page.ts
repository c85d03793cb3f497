import { pageHead } from '../../html/page-head.ts'
import { formatName } from './format-name.ts'
import { generatedStyle } from './generated-style.ts'

/** A page that says why there is no content, first in words for people, then as programs are told. */
export function errorPage(status: number, text: string): string {
  const said = `<p>${formatName(text)}</p>\n<p class="cid">Status ${status}</p>`
  return page(headingOf(status), said)
}

/** A page for an address of the node's own origin that has none. */
export function missingPage(): string {
  return page('This page was not found', '<p><a href="/">First page</a></p>')
}

/** Takes HTML. */
function page(heading: string, said: string): string {
  return `${pageHead({ title: heading, style: generatedStyle })}<main>
<h1>${heading}</h1>
${said}
</main>
</body>
</html>
`
}

function headingOf(status: number): string {
  if (status === 404) return 'This content was not found'
  if (status === 429) return 'This node has too much to do'
  if (status === 504) return 'This content was not found in time'
  return status < 500 ? 'This address cannot be opened' : 'This node cannot show the content'
}
