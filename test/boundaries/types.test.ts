import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = join(import.meta.dirname, 'types')
/** A service worker has the libraries of `src`, and is compiled with it. */
const hosts = ['src', 'edge', 'web']

const refusals = new Map(hosts.map((host) => [host, refusedBy(host)]))

describe('the library set of each host', () => {
  it.each(globSync('*.ts', { cwd: folder }))('knows %s where its first line says', (path) => {
    const [, line = ''] = /^\/\/ refused by: (.+)\n/.exec(readFileSync(join(folder, path), 'utf8')) ?? []
    const expected = line === 'nobody' ? [] : line.split(' ')

    const refusing = hosts.filter((host) => refusals.get(host)?.has(path))

    expect(refusing.sort()).toEqual(expected.sort())
  })
})

/** The snippets that the compiler rejects with the options and libraries of one host. */
function refusedBy(host: string): Set<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', `${host}.tsconfig.json`], {
    cwd: folder,
    encoding: 'utf8',
  })
  return new Set([...stdout.matchAll(/^([^(\n]+)\(/gm)].map(([, path = '']) => path))
}
