import { filesChcid } from '../commands/files/chcid.ts'
import { filesCp } from '../commands/files/cp.ts'
import { filesFlush } from '../commands/files/flush.ts'
import { filesLs } from '../commands/files/ls.ts'
import { filesMkdir } from '../commands/files/mkdir.ts'
import { filesMv } from '../commands/files/mv.ts'
import { filesRead } from '../commands/files/read.ts'
import { filesRm } from '../commands/files/rm.ts'
import { filesStat } from '../commands/files/stat.ts'
import { filesWrite } from '../commands/files/write.ts'
import { filestoreDups } from '../commands/filestore/dups.ts'
import { filestoreLs } from '../commands/filestore/ls.ts'
import { filestoreVerify } from '../commands/filestore/verify.ts'

/** Commands of the RPC document, section 4, "Mutable file namespace", in its order. */
export const FILE_COMMANDS = [
  filesChcid,
  filesCp,
  filesFlush,
  filesLs,
  filesMkdir,
  filesMv,
  filesRead,
  filesRm,
  filesStat,
  filesWrite,
  filestoreDups,
  filestoreLs,
  filestoreVerify,
] as const
