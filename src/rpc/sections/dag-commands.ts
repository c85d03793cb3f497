import { dagExport } from '../commands/dag/export.ts'
import { dagGet } from '../commands/dag/get.ts'
import { dagImport } from '../commands/dag/import.ts'
import { dagPut } from '../commands/dag/put.ts'
import { dagResolve } from '../commands/dag/resolve.ts'
import { dagStat } from '../commands/dag/stat.ts'
import { objectData } from '../commands/object/data.ts'
import { objectDiff } from '../commands/object/diff.ts'
import { objectGet } from '../commands/object/get.ts'
import { objectLinks } from '../commands/object/links.ts'
import { objectNew } from '../commands/object/new.ts'
import { objectPatchAddLink } from '../commands/object/patch/add-link.ts'
import { objectPatchAppendData } from '../commands/object/patch/append-data.ts'
import { objectPatchRmLink } from '../commands/object/patch/rm-link.ts'
import { objectPatchSetData } from '../commands/object/patch/set-data.ts'
import { objectPut } from '../commands/object/put.ts'
import { objectStat } from '../commands/object/stat.ts'
import { refsLocal } from '../commands/refs/local.ts'
import { refs } from '../commands/refs.ts'

/** Commands of the RPC document, section 4, "DAG and legacy object commands", in its order. */
export const DAG_COMMANDS = [
  dagExport,
  dagGet,
  dagImport,
  dagPut,
  dagResolve,
  dagStat,
  objectData,
  objectDiff,
  objectGet,
  objectLinks,
  objectNew,
  objectPatchAddLink,
  objectPatchAppendData,
  objectPatchRmLink,
  objectPatchSetData,
  objectPut,
  objectStat,
  refs,
  refsLocal,
] as const
