import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readStartWords } from '../start-command.ts'

/** The oldest Node under which the simulator of the runtime runs. */
const OLDEST_NODE = 22

/**
 * Starts a node on this machine. Under an older Node, the package `node` runs it. Throws an Error that names what is
 * missing: the package needs neither for anything else. Throws `UsageError` for words that are no options of `start`.
 */
export async function startNode(words: readonly string[]): Promise<void> {
  const asked = readStartWords(words)
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) return runUnder(newerNode(), words)
  try {
    const { launch } = await import('../launch.ts')
    await launch(asked)
  } catch (error) {
    if (!(error instanceof Error) || !/Cannot find module 'miniflare'/.test(error.message)) throw error
    throw new Error('Cannot start a node: package "miniflare" is missing (npm install miniflare@4)', {
      cause: error,
    })
  }
}

function newerNode(): string {
  try {
    const manifest = createRequire(join(process.cwd(), 'package.json')).resolve('node/package.json')
    return join(manifest, '../bin/node')
  } catch (error) {
    const action = `Cannot start a node under Node ${process.versions.node}`
    throw new Error(`${action}: package "node" is missing (npm install node@24 miniflare@4)`, {
      cause: error,
    })
  }
}

async function runUnder(node: string, words: readonly string[]): Promise<void> {
  const child = spawn(node, [process.argv[1] ?? '', 'start', ...words], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}
