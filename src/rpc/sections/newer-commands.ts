import { cidInspect } from '../commands/cid/inspect.ts'
import { commandsCompletionBash } from '../commands/commands/completion/bash.ts'
import { commandsCompletionFish } from '../commands/commands/completion/fish.ts'
import { commandsCompletionZsh } from '../commands/commands/completion/zsh.ts'
import { diagHealthy } from '../commands/diag/healthy.ts'
import { diagProfile } from '../commands/diag/profile.ts'
import { filesChmod } from '../commands/files/chmod.ts'
import { filesChroot } from '../commands/files/chroot.ts'
import { filesTouch } from '../commands/files/touch.ts'
import { keyLs } from '../commands/key/ls.ts'
import { keySign } from '../commands/key/sign.ts'
import { keyVerify } from '../commands/key/verify.ts'
import { multibaseDecode } from '../commands/multibase/decode.ts'
import { multibaseEncode } from '../commands/multibase/encode.ts'
import { multibaseList } from '../commands/multibase/list.ts'
import { multibaseTranscode } from '../commands/multibase/transcode.ts'
import { nameGet } from '../commands/name/get.ts'
import { nameInspect } from '../commands/name/inspect.ts'
import { namePut } from '../commands/name/put.ts'
import { provideClear } from '../commands/provide/clear.ts'
import { provideOnce } from '../commands/provide/once.ts'
import { provideStat } from '../commands/provide/stat.ts'
import { pubsubReset } from '../commands/pubsub/reset.ts'
import { repoLs } from '../commands/repo/ls.ts'
import { routingFindpeer } from '../commands/routing/findpeer.ts'
import { routingFindprovs } from '../commands/routing/findprovs.ts'
import { routingGet } from '../commands/routing/get.ts'
import { routingProvide } from '../commands/routing/provide.ts'
import { routingPut } from '../commands/routing/put.ts'
import { routingReprovide } from '../commands/routing/reprovide.ts'
import { statsReprovide } from '../commands/stats/reprovide.ts'
import { swarmAddrsAutonat } from '../commands/swarm/addrs/autonat.ts'
import { swarmPeeringAdd } from '../commands/swarm/peering/add.ts'
import { swarmPeeringLs } from '../commands/swarm/peering/ls.ts'
import { swarmPeeringRm } from '../commands/swarm/peering/rm.ts'
import { swarmResources } from '../commands/swarm/resources.ts'
import { versionCheck } from '../commands/version/check.ts'

/** Commands that clients of the reference implementation 0.44 call, and that the document does not have. */
export const NEWER_COMMANDS = [
  keyLs,
  keySign,
  keyVerify,
  nameGet,
  nameInspect,
  namePut,
  routingFindpeer,
  routingFindprovs,
  routingGet,
  routingProvide,
  routingPut,
  routingReprovide,
  provideClear,
  provideOnce,
  provideStat,
  statsReprovide,
  pubsubReset,
  repoLs,
  filesChmod,
  filesTouch,
  filesChroot,
  cidInspect,
  multibaseEncode,
  multibaseDecode,
  multibaseTranscode,
  multibaseList,
  diagHealthy,
  swarmAddrsAutonat,
  swarmPeeringAdd,
  swarmPeeringLs,
  swarmPeeringRm,
  swarmResources,
  versionCheck,
  commandsCompletionBash,
  commandsCompletionFish,
  commandsCompletionZsh,
  diagProfile,
] as const
