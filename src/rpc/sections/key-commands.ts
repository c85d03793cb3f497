import { id } from '../commands/id.ts'
import { keyExport } from '../commands/key/export.ts'
import { keyGen } from '../commands/key/gen.ts'
import { keyImport } from '../commands/key/import.ts'
import { keyList } from '../commands/key/list.ts'
import { keyRename } from '../commands/key/rename.ts'
import { keyRm } from '../commands/key/rm.ts'
import { keyRotate } from '../commands/key/rotate.ts'

/** Commands of the RPC document, section 4, "Keys and identity", in its order. */
export const KEY_COMMANDS = [keyExport, keyGen, keyImport, keyList, keyRename, keyRm, keyRotate, id] as const
