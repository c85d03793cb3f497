import { onPreferenceChange, preference } from './preferences.ts'

/** Shows the page in the chosen colours, now and when another tab chooses others. */
export function followTheme(): void {
  applyTheme()
  onPreferenceChange(applyTheme)
}

/** Applies the chosen colours. `system` leaves the choice to the browser. */
export function applyTheme(): void {
  const theme = preference('theme')
  const { documentElement: root } = document
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset['scheme'] ?? (meta.media.includes('dark') ? 'dark' : 'light')
    meta.dataset['scheme'] = scheme
    meta.media =
      theme === 'system' ? `(prefers-color-scheme: ${scheme})` : scheme === theme ? 'all' : 'not all'
  }
}
