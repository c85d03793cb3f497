import { bitswapLedger } from '../commands/bitswap/ledger.ts'
import { bitswapReprovide } from '../commands/bitswap/reprovide.ts'
import { bitswapStat } from '../commands/bitswap/stat.ts'
import { bitswapWantlist } from '../commands/bitswap/wantlist.ts'
import { bootstrapAddDefault } from '../commands/bootstrap/add/default.ts'
import { bootstrapAdd } from '../commands/bootstrap/add.ts'
import { bootstrapList } from '../commands/bootstrap/list.ts'
import { bootstrapRmAll } from '../commands/bootstrap/rm/all.ts'
import { bootstrapRm } from '../commands/bootstrap/rm.ts'
import { bootstrap } from '../commands/bootstrap.ts'
import { dhtFindpeer } from '../commands/dht/findpeer.ts'
import { dhtFindprovs } from '../commands/dht/findprovs.ts'
import { dhtGet } from '../commands/dht/get.ts'
import { dhtProvide } from '../commands/dht/provide.ts'
import { dhtPut } from '../commands/dht/put.ts'
import { dhtQuery } from '../commands/dht/query.ts'
import { ping } from '../commands/ping.ts'
import { statsBitswap } from '../commands/stats/bitswap.ts'
import { swarmAddrsListen } from '../commands/swarm/addrs/listen.ts'
import { swarmAddrsLocal } from '../commands/swarm/addrs/local.ts'
import { swarmAddrs } from '../commands/swarm/addrs.ts'
import { swarmConnect } from '../commands/swarm/connect.ts'
import { swarmDisconnect } from '../commands/swarm/disconnect.ts'
import { swarmFiltersAdd } from '../commands/swarm/filters/add.ts'
import { swarmFiltersRm } from '../commands/swarm/filters/rm.ts'
import { swarmFilters } from '../commands/swarm/filters.ts'
import { swarmPeers } from '../commands/swarm/peers.ts'

/** Commands of the RPC document, section 4, "Peers and routing", in its order. */
export const PEER_COMMANDS = [
  swarmAddrs,
  swarmAddrsListen,
  swarmAddrsLocal,
  swarmConnect,
  swarmDisconnect,
  swarmFilters,
  swarmFiltersAdd,
  swarmFiltersRm,
  swarmPeers,
  dhtFindpeer,
  dhtFindprovs,
  dhtGet,
  dhtProvide,
  dhtPut,
  dhtQuery,
  ping,
  bootstrap,
  bootstrapList,
  bootstrapAdd,
  bootstrapAddDefault,
  bootstrapRm,
  bootstrapRmAll,
  bitswapLedger,
  bitswapReprovide,
  bitswapStat,
  statsBitswap,
  bitswapWantlist,
] as const
