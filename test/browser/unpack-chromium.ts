import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflate } from '@sparticuz/chromium'

/** Fonts and libraries of its own: a fresh Debian has neither. */
const RUN = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`

const fonts = (folder: string): string =>
  `<?xml version="1.0"?><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`

const [packed = '', folder = ''] = process.argv.slice(2)
const unfinished = `${folder}.${process.pid}`
mkdirSync(unfinished, { recursive: true })
// `inflate` writes to the temporary folder.
process.env['TMPDIR'] = unfinished
for (const name of ['chromium.br', 'fonts.tar.br', 'al2023.tar.br']) await inflate(join(packed, name))
writeFileSync(join(unfinished, 'fonts.conf'), fonts(folder))
writeFileSync(join(unfinished, 'run'), RUN)
chmodSync(join(unfinished, 'run'), 0o755)
try {
  renameSync(unfinished, folder)
} catch {
  // Another process was faster.
  rmSync(unfinished, { recursive: true })
}
