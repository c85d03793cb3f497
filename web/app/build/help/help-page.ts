import { escapeHtml } from '../../../../src/html/escape-html.ts'
import { type Rendered, renderMarkdown } from './render-markdown.ts'

/** The guides in the order of the menu: one for each kind of reader, then pages to look things up. */
export const GUIDES = [
  'self-hoster',
  'page-author',
  'edge-deployer',
  'calendar-owner',
  'commands',
  'calendar-api',
  'settings',
  'gateway',
  'network',
  'ledger',
  'limits',
] as const

/** The number of guides that are for a kind of reader. */
const READERS = 4

export interface Guide extends Rendered {
  /** Name of its file and of its address. */
  readonly name: string
  readonly title: string
}

/** Renders one guide from its Markdown. Throws when it has no title. */
export function readGuide(name: string, markdown: string): Guide {
  const title = /^# (.+)$/m.exec(markdown)?.[1]
  if (title === undefined) throw new Error(`Cannot build the help: ${name}.md has no title`)
  return { name, title, ...renderMarkdown(markdown, { addressOf }) }
}

/** The page of one guide. */
export function guidePage(guide: Guide, guides: readonly Guide[]): string {
  const contents = guide.sections.map(({ slug, title }) => item(`#${slug}`, title))
  const list = `<nav class="contents" aria-label="On this page"><ul>${contents.join('')}</ul></nav>`
  const content = guide.html.replace('</h1>', `</h1>${list}`)
  return page({ title: guide.title, guides, current: guide.name, content })
}

/** The first page: what the README says before its first command, then the guides. */
export function indexPage(readme: string, guides: readonly Guide[]): string {
  const [introduction = ''] = readme.split('\n## ')
  const { html } = renderMarkdown(introduction, { addressOf: () => undefined })
  const list = (some: readonly Guide[]) =>
    `<ul class="guides">${some.map(({ name, title }) => item(`${name}/`, title)).join('')}</ul>`
  const content = `${html}<h2>Guides</h2>${list(guides.slice(0, READERS))}<h2>To look things up</h2>${list(guides.slice(READERS))}`
  return page({ title: 'Help', guides, content })
}

/** Where a link of a guide leads in the help: other files of the project are not there. */
function addressOf(target: string): string | undefined {
  if (/^(https?:|#)/.test(target)) return target
  const [, name, fragment = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? []
  return name === undefined ? undefined : `../${name}/${fragment}`
}

interface PageContent {
  readonly title: string
  readonly guides: readonly Guide[]
  /** The guide that is shown. Absent on the first page. */
  readonly current?: string
  readonly content: string
}

function page({ title, guides, current, content }: PageContent): string {
  const root = current === undefined ? '' : '../'
  const menu = guides.map((guide) => item(`${root}${guide.name}/`, guide.title, guide.name === current))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Tidepool</title>
<link rel="icon" href="${root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}help.css">
</head>
<body>
<a class="skip button" href="#main">Skip the menu</a>
<header class="top"><div class="shell">
<p class="name"><img src="${root}icon.svg" alt="" width="36" height="36">Tidepool</p>
<nav aria-label="Help and page"><ul class="menu">${item(root || './', 'Help', current === undefined)}${item('/', 'Open the page')}</ul></nav>
</div></header>
<div class="shell help">
<nav class="all-guides" aria-label="Guides"><ul>${menu.join('')}</ul></nav>
<main id="main" tabindex="-1"><article class="guide">
${content}</article></main>
</div>
</body>
</html>
`
}

function item(href: string, text: string, isCurrent = false): string {
  return `<li><a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a></li>`
}
