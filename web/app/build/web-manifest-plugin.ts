import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface Icon {
  readonly file: string
  readonly size: number
  /** `maskable`: the system cuts its own form out of it. */
  readonly purpose: 'any' | 'maskable'
}

/** Pictures of `icon.svg` in `web/app/icons/`. */
const ICONS: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, purpose: 'any' },
  { file: 'icon-512.png', size: 512, purpose: 'any' },
  { file: 'icon-maskable-512.png', size: 512, purpose: 'maskable' },
]

const MANIFEST = {
  id: '/',
  name: 'Tidepool',
  short_name: 'Tidepool',
  description: 'A content-addressed node that lives in your browser.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#dff1f0',
  background_color: '#dff1f0',
  icons: ICONS.map(({ file, size, purpose }) => ({
    ...{ src: file, sizes: `${size}x${size}`, type: 'image/png', purpose },
  })),
}

/** Emits the web manifest, by which browsers install the page as an app, and its icons. */
export function webManifest({ icons }: { readonly icons: string }): Plugin {
  return {
    name: 'tidepool:web-manifest',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      const source = JSON.stringify(MANIFEST)
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source })
      for (const { file } of ICONS) {
        this.emitFile({ type: 'asset', fileName: file, source: readFileSync(join(icons, file)) })
      }
    },
  }
}
