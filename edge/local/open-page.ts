import { spawn } from 'node:child_process'

/** The programs that open an address in the browser of the user, by platform. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens a page in the browser of the user, and says so if it cannot. */
export function openPage(url: string): void {
  const [program, ...parameters] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...parameters, url], { stdio: 'ignore', detached: true })
  child.on('error', () => process.stderr.write(`Cannot open a browser: open ${url} yourself\n`))
  child.unref()
}
