import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { GUIDES, guidePage, indexPage, readGuide } from './help-page.ts'

const APP = join(import.meta.dirname, '../..')
const STYLES = ['style/base.css', 'style/controls.css', 'style/frame.css', 'help/help.css']

/**
 * Writes the guides as pages of the help: `/help/` and `/help/<guide>/`. They are no part of the page, whose files the
 * service worker caches for every visitor, and need neither scripts nor a node.
 */
export function helpPages(): Plugin {
  return {
    name: 'tidepool:help',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      const guides = await Promise.all(
        GUIDES.map(async (name) => readGuide(name, await text(`help/${name}.md`))),
      )
      const readme = await text('../../README.md')
      const styles = await Promise.all(STYLES.map(text))
      const files = {
        'index.html': indexPage(readme, guides),
        ...Object.fromEntries(guides.map((guide) => [`${guide.name}/index.html`, guidePage(guide, guides)])),
        'help.css': styles.join('\n'),
        'icon.svg': await text('icon.svg'),
      }
      for (const [path, content] of Object.entries(files)) {
        const file = join(dir, 'help', path)
        await mkdir(join(file, '..'), { recursive: true })
        await writeFile(file, content)
      }
      await cp(join(APP, 'help/pictures'), join(dir, 'help/pictures'), { recursive: true })
    },
  }
}

function text(path: string): Promise<string> {
  return readFile(join(APP, path), 'utf8')
}
