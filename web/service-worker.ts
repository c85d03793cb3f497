/** The node behind the page's own origin; see `DESIGN` section 5. */
self.addEventListener('fetch', () => undefined)
