import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { NODE, PROJECT } from './run-starter.ts'

describe('npm run deploy', () => {
  it('refuses the placeholder of wrangler.toml, also for a dry run', () => {
    const { status, stderr } = spawnSync(NODE, ['edge/local/deploy.ts', '--dry-run'], {
      cwd: PROJECT,
      encoding: 'utf8',
    })

    expect(status).toBe(1)
    expect(stderr).toContain('Cannot deploy: id "tidepool-cache" of CACHE in wrangler.toml is a placeholder')
  })
})
