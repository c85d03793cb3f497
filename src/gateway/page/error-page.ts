import { pageHead } from '../../html/page-head.ts'
import { formatName } from './format-name.ts'
import { generatedStyle } from './generated-style.ts'

/** A page that says why there is no content, first in words for people, then as programs are told. */
export function errorPage(status: number, text: string): string {
  const heading = headingOf(status)
  return `${pageHead({ title: heading, style: generatedStyle })}<main>
<h1>${heading}</h1>
<p>${formatName(text)}</p>
<p class="cid">Status ${status}</p>
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
