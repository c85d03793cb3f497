import { escapeHtml } from '../../../src/html/escape-html.ts'
import { pageHead } from '../../../src/html/page-head.ts'
import { unreachedTexts } from './unreached-texts.ts'

/** The page for a navigation whose server cannot be reached. */
export interface UnreachedPage {
  readonly lead: 'nodeLead' | 'fileLead'
  /** The text and the path of each next step, the first one emphasized. */
  readonly links: readonly (readonly [text: 'again' | 'browser' | 'other', path: string])[]
}

/** Shown with status 503 instead of the browser's own error page, which does not mention the node. */
export function unreachedPage({ lead, links }: UnreachedPage): Response {
  const texts = unreachedTexts(navigator.languages)
  const { title, language } = texts
  const steps = links.map(([text, path]) => `<a href="${escapeHtml(path)}">${texts[text]}</a>`)
  const html = `${pageHead({ title, language, style: STYLE })}<main>
<h1>${title}</h1>
<p>${texts[lead]}</p>
<p>${steps.join(' ')}</p>
</main>
</body>
</html>
`
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Cache-Control': 'no-store',
  }
  return new Response(html, { status: 503, headers })
}

const STYLE =
  ':root{color-scheme:light dark;background:light-dark(#f5f9f9,#0b171b);color:light-dark(#10282d,#e4f1f0)}main{max-width:40rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}a{display:inline-block;margin:0 .5rem .5rem 0;padding:.5rem 1rem;border:1px solid;border-radius:.5rem;color:light-dark(#0b6a73,#6fd3cd);text-decoration:none}a:first-child{background:light-dark(#0b6a73,#6fd3cd);color:light-dark(#fff,#08262a)}'
