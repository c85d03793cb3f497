import { RPC_VERSION } from '../../version.ts'
import { defineCommand, json } from '../command.ts'
import { Version } from '../shapes.ts'
import { bool } from '../wire.ts'

/** Spec: RPC document, section 4, `/version`. */
export const version = defineCommand({
  path: 'version',
  about: 'Show version information',
  args: {},
  options: {
    number: bool('Only show the version number', { alias: 'n' }),
    commit: bool('Show the commit hash'),
    repo: bool('Show repo version'),
    all: bool('Show all version information'),
  },
  reply: json(Version),
  text: versionText,
  async run({ system }) {
    return { Version: RPC_VERSION, Commit: '', Repo: REPO_VERSION, System: system, Golang: '' }
  },
})

const REPO_VERSION = '11'

interface TextOptions {
  readonly options: {
    readonly number?: boolean | undefined
    readonly repo?: boolean | undefined
    readonly all?: boolean | undefined
  }
}

function versionText(
  value: { Version: string; Repo: string; System: string },
  { options }: TextOptions,
): string {
  if (options.all) {
    return `tidepool version: ${value.Version}\nRepo version: ${value.Repo}\nSystem version: ${value.System}\n`
  }
  if (options.repo) return `${value.Repo}\n`
  return options.number ? `${value.Version}\n` : `tidepool version ${value.Version}\n`
}
