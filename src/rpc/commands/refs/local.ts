import { defineCommand, ndjson } from '../../command.ts'
import { FileRef } from '../../shapes/dag.ts'

/** Spec: RPC document, section 4, `/refs/local`. */
export const refsLocal = defineCommand({
  path: 'refs/local',
  about: 'List every block that is held',
  args: {},
  options: {},
  reply: ndjson(FileRef),
})
