import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import { openApi } from '../../../src/rpc/openapi.ts'
import { type CommandInfo, commandInfos } from '../../../web/app/explorer/command-info.ts'
import type { Description } from '../../../web/app/explorer/description.ts'

/** All commands as the explorer reads them: from the document, as JSON. */
export const described: readonly CommandInfo[] = commandInfos(readBack(JSON.stringify(openApi(REGISTRY))))

/** Throws for a path that no command has. */
export function command(path: string): CommandInfo {
  const found = described.find((candidate) => candidate.path === path)
  if (!found) throw new Error(`No command is described as "${path}"`)
  return found
}

function readBack(text: string): Description {
  return JSON.parse(text)
}
