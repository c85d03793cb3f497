import { BLOCK_COMMANDS } from '../sections/block-commands.ts'
import { CID_COMMANDS } from '../sections/cid-commands.ts'
import { DAG_COMMANDS } from '../sections/dag-commands.ts'
import { FILE_COMMANDS } from '../sections/file-commands.ts'
import { FORWARDING_COMMANDS } from '../sections/forwarding-commands.ts'
import { KEY_COMMANDS } from '../sections/key-commands.ts'
import { NAME_COMMANDS } from '../sections/name-commands.ts'
import { NEWER_COMMANDS } from '../sections/newer-commands.ts'
import { OPERATION_COMMANDS } from '../sections/operation-commands.ts'
import { OWN_COMMANDS } from '../sections/own-commands.ts'
import { PEER_COMMANDS } from '../sections/peer-commands.ts'
import { PIN_COMMANDS } from '../sections/pin-commands.ts'

/**
 * All declared commands: those of the document in its order, then newer ones, then this node's own. There are
 * no others.
 */
export const REGISTRY = [
  ...BLOCK_COMMANDS,
  ...CID_COMMANDS,
  ...DAG_COMMANDS,
  ...FILE_COMMANDS,
  ...PIN_COMMANDS,
  ...NAME_COMMANDS,
  ...KEY_COMMANDS,
  ...PEER_COMMANDS,
  ...FORWARDING_COMMANDS,
  ...OPERATION_COMMANDS,
  ...NEWER_COMMANDS,
  ...OWN_COMMANDS,
] as const
