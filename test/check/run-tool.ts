import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A third of a compilation is collecting garbage, unless the compiler may hold all that it reads. */
export const COMPILER_MEMORY = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

/** Each thread of a compilation checks the types that files share. All compilations take 20 s in place of 33. */
export const ONE_THREAD = '--singleThreaded'

/** Runs a tool of `node_modules` under this Node, with visible output. Throws when it fails. */
export function runTool(path: string, ...options: string[]): Promise<void> {
  return runToolWith({}, path, ...options)
}

/** {@link runTool} with additional environment variables. */
export function runToolWith(
  variables: Readonly<Record<string, string>>,
  path: string,
  ...options: string[]
): Promise<void> {
  return new Promise((resolve, reject) => {
    const tool = spawn(process.execPath, [join(root, 'node_modules', path), ...options], {
      cwd: root,
      env: { ...process.env, ...variables },
      stdio: 'inherit',
    })
    tool.on('error', reject)
    tool.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${path} ${options.join(' ')}: exit code ${code}`))
    })
  })
}

/** Runs tools concurrently with additional environment variables, and waits for all. Throws when one fails. */
export async function runAll(
  variables: Readonly<Record<string, string>>,
  commands: readonly string[][],
): Promise<void> {
  const results = await Promise.allSettled(
    commands.map(([path = '', ...options]) => runToolWith(variables, path, ...options)),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
