import { backupExport } from '../commands/backup/export.ts'
import { backupImport } from '../commands/backup/import.ts'
import { ledgerAdvance } from '../commands/ledger/advance.ts'
import { ledgerAnchor } from '../commands/ledger/anchor.ts'
import { ledgerAudit } from '../commands/ledger/audit.ts'
import { ledgerCreate } from '../commands/ledger/create.ts'
import { ledgerDecode } from '../commands/ledger/decode.ts'
import { ledgerEncode } from '../commands/ledger/encode.ts'
import { ledgerExport } from '../commands/ledger/export.ts'
import { ledgerGet } from '../commands/ledger/get.ts'
import { ledgerImport } from '../commands/ledger/import.ts'
import { ledgerList } from '../commands/ledger/list.ts'
import { ledgerParams } from '../commands/ledger/params.ts'
import { ledgerProve } from '../commands/ledger/prove.ts'
import { ledgerQueue } from '../commands/ledger/queue.ts'
import { ledgerRevert } from '../commands/ledger/revert.ts'
import { ledgerSubmit } from '../commands/ledger/submit.ts'
import { ledgerVerify } from '../commands/ledger/verify.ts'
import { ledgerWatch } from '../commands/ledger/watch.ts'

/** Commands of this node's own, which neither the RPC document nor the reference implementation has. */
export const OWN_COMMANDS = [
  ledgerCreate,
  ledgerSubmit,
  ledgerGet,
  ledgerList,
  ledgerQueue,
  ledgerAdvance,
  ledgerRevert,
  ledgerProve,
  ledgerVerify,
  ledgerExport,
  ledgerImport,
  ledgerParams,
  ledgerWatch,
  ledgerAudit,
  ledgerAnchor,
  ledgerDecode,
  ledgerEncode,
  backupExport,
  backupImport,
] as const
