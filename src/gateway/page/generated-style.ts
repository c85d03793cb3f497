/** Style of all generated pages: the reader's preferred light or dark colours, and one column on narrow screens. */
export const generatedStyle = `
:root { color-scheme: light dark; background: Canvas; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
p { overflow-wrap: anywhere; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
nav, .cid { margin: 0; overflow-wrap: anywhere; }
.cid, .ipfs-hash { font: .875rem ui-monospace, monospace; opacity: .8; }
pre { margin: 1rem 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; margin: 1rem 0; border-collapse: collapse; }
th { text-align: start; }
th, td { padding: .375rem .5rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
td:first-child { overflow-wrap: anywhere; text-align: left; unicode-bidi: isolate; }
.directory a::after { content: "/"; }
tbody tr:hover { background: color-mix(in srgb, currentColor 6%, transparent); }
.ipfs-hash, .size { white-space: nowrap; }
.size { text-align: end; font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) {
  th:nth-child(2), th:nth-child(3), td:nth-child(2), td:nth-child(3) { display: none; }
}
`
