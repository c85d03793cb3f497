import { pinAdd } from '../commands/pin/add.ts'
import { pinLs } from '../commands/pin/ls.ts'
import { pinRemoteAdd } from '../commands/pin/remote/add.ts'
import { pinRemoteLs } from '../commands/pin/remote/ls.ts'
import { pinRemoteRm } from '../commands/pin/remote/rm.ts'
import { pinRemoteServiceAdd } from '../commands/pin/remote/service/add.ts'
import { pinRemoteServiceLs } from '../commands/pin/remote/service/ls.ts'
import { pinRemoteServiceRm } from '../commands/pin/remote/service/rm.ts'
import { pinRm } from '../commands/pin/rm.ts'
import { pinUpdate } from '../commands/pin/update.ts'
import { pinVerify } from '../commands/pin/verify.ts'

/** Commands of the RPC document, section 4, "Pinning", in its order. */
export const PIN_COMMANDS = [
  pinAdd,
  pinLs,
  pinRm,
  pinUpdate,
  pinVerify,
  pinRemoteAdd,
  pinRemoteLs,
  pinRemoteRm,
  pinRemoteServiceAdd,
  pinRemoteServiceLs,
  pinRemoteServiceRm,
] as const
