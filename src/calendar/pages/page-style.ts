/** The style of every page: light or dark colours by the reader's preference, one column; a month uses more width. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; background: Canvas; font: 1rem/1.5 system-ui, sans-serif; --line: light-dark(#c4d3d3, #3a5058); --soft: light-dark(#eaf3f3, #16292f); }
body { max-width: 45rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
body:has(.month) { max-width: 70rem; }
h1 { font-size: 1.75rem; line-height: 1.2; }
h2 { font-size: 1.25rem; margin-block: .6rem .25rem; }
h2 a, .entries a { display: inline-block; min-width: 2rem; padding-block: .25rem; }
.entries small a { display: inline-block; min-width: 1.5rem; padding-block: .15rem; }
.entries .time { padding-block: .25rem; }
dd a { padding-block: .25rem; }
img { max-width: 100%; height: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; }
a { color: light-dark(#0b5c6b, #7fd3df); }
.views, .turns, .filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin-block: 1rem; }
.views [aria-current] { font-weight: 600; text-decoration: none; color: inherit; }
.views a, .turns a, header a { display: inline-block; min-width: 2rem; padding-block: .4rem; }
.turns { justify-content: space-between; }
.filters { padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; }
.filters label { display: grid; gap: .25rem; flex: 1 1 10rem; font-weight: 600; }
.filters :is(input, select, button) { font: inherit; font-weight: 400; min-width: 0; min-height: 2.5rem; }
.entries { list-style: none; margin: 0; padding: 0; }
.entries li { display: grid; grid-template-columns: 12rem 1fr; gap: 0 1rem; padding-block: .25rem; border-top: 1px solid var(--line); }
.month { width: 100%; border-collapse: collapse; table-layout: fixed; }
.month th { text-align: start; }
.month abbr { text-decoration: none; }
.month td { height: 6rem; padding: .25rem; border: 1px solid var(--line); vertical-align: top; font-size: .875rem; line-height: 1.3; }
.month ul { list-style: none; margin: 0; padding: 0; }
.month li { padding-block: .15rem; }
.month li a { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; min-height: 1.5rem; }
.number { display: inline-block; min-width: 2rem; line-height: 2rem; font-weight: 600; text-align: center; }
.number[aria-current] { border-radius: 1rem; background: light-dark(#0b5c6b, #7fd3df); color: light-dark(#fff, #06262c); }
@media (max-width: 40rem) {
.entries .time { padding-bottom: 0; }
.entries li { grid-template-columns: 1fr; }
.month td { position: relative; height: 3rem; padding: 0; text-align: center; }
.month th { text-align: center; }
.month ul { display: none; }
.busy { background: var(--soft); }
.busy .number::after { content: ''; position: absolute; inset: 0; }
}
`
