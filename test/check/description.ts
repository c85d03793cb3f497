import { runTool } from './run-tool.ts'

/** Lints an OpenAPI document by the recommended rules. Throws when it has faults. Makes no network requests. */
export function lintDescription(path: string): Promise<void> {
  process.env['REDOCLY_TELEMETRY'] = 'off'
  process.env['REDOCLY_SUPPRESS_UPDATE_NOTICE'] = 'true'
  return runTool('@redocly/cli/bin/cli.js', 'lint', '--max-problems=20', path)
}
