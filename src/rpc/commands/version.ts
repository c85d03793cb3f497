import type * as z from 'zod/mini'
import { REPO_VERSION, RPC_VERSION } from '../../version.ts'
import { defineCommand, json } from '../declare/command.ts'
import { bool } from '../declare/wire.ts'
import { Version } from '../shapes/node.ts'

/** Spec: RPC document, section 4, `/version`. The flags select a text form. The JSON is always complete. */
export const version = defineCommand({
  path: 'version',
  about: 'Show version information',
  args: {},
  options: {
    number: bool('Only show the version number', { alias: 'n', fallback: false }),
    commit: bool('Show the commit hash', { fallback: false }),
    repo: bool('Show repo version', { fallback: false }),
    all: bool('Show all version information', { fallback: false }),
  },
  reply: json(Version),
  text: versionText,
  parts: ['system'],
  async run({ system }) {
    return { Version: RPC_VERSION, Commit: '', Repo: REPO_VERSION, System: system, Golang: '' }
  },
})

interface TextOptions {
  readonly options: {
    readonly number: boolean
    readonly commit: boolean
    readonly repo: boolean
    readonly all: boolean
  }
}

/** Spec gap: the words are the reference's, because scripts parse them. The numbers are ours. */
function versionText(value: z.output<typeof Version>, { options }: TextOptions): string {
  const number = value.Commit === '' ? value.Version : `${value.Version}-${value.Commit}`
  if (options.all) {
    const rest = `Repo version: ${value.Repo}\nSystem version: ${value.System}\nGolang version: ${value.Golang}\n`
    return `go-ipfs version: ${number}\n${rest}`
  }
  if (options.repo) return `${value.Repo}\n`
  const shown = options.commit ? number : value.Version
  return options.number ? `${shown}\n` : `ipfs version ${shown}\n`
}
