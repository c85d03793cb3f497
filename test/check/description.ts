import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run-tool.ts'

/** Lints an OpenAPI document under the recommended rules. Throws when it is not clean; calls nobody. */
export function lintDescription(path: string): Promise<void> {
  process.env['REDOCLY_TELEMETRY'] = 'off'
  process.env['REDOCLY_SUPPRESS_UPDATE_NOTICE'] = 'true'
  return runTool('@redocly/cli/bin/cli.js', 'lint', '--max-problems=20', path)
}

/** Lints a document that is made when it is asked for. */
export async function lintMade(document: object): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tidepool-description-'))
  try {
    const path = join(folder, 'openapi.json')
    await writeFile(path, JSON.stringify(document))
    await lintDescription(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
