import { cidBase32 } from '../commands/cid/base32.ts'
import { cidBases } from '../commands/cid/bases.ts'
import { cidCodecs } from '../commands/cid/codecs.ts'
import { cidFormat } from '../commands/cid/format.ts'
import { cidHashes } from '../commands/cid/hashes.ts'

/** Commands of the RPC document, section 4, "CID utilities", in its order. */
export const CID_COMMANDS = [cidBase32, cidBases, cidCodecs, cidHashes, cidFormat] as const
