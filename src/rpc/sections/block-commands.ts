import { add } from '../commands/add.ts'
import { blockGet } from '../commands/block/get.ts'
import { blockPut } from '../commands/block/put.ts'
import { blockRm } from '../commands/block/rm.ts'
import { blockStat } from '../commands/block/stat.ts'
import { cat } from '../commands/cat.ts'
import { fileLs } from '../commands/file/ls.ts'
import { get } from '../commands/get.ts'
import { ls } from '../commands/ls.ts'
import { tarAdd } from '../commands/tar/add.ts'
import { tarCat } from '../commands/tar/cat.ts'
import { urlstoreAdd } from '../commands/urlstore/add.ts'

/** Commands of the RPC document, section 4, "Add, read and block commands", in its order. */
export const BLOCK_COMMANDS = [
  add,
  cat,
  get,
  ls,
  fileLs,
  blockGet,
  blockPut,
  blockRm,
  blockStat,
  urlstoreAdd,
  tarAdd,
  tarCat,
] as const
