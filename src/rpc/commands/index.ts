import { add } from './add.ts'
import { bitswapLedger } from './bitswap/ledger.ts'
import { bitswapReprovide } from './bitswap/reprovide.ts'
import { bitswapStat } from './bitswap/stat.ts'
import { bitswapWantlist } from './bitswap/wantlist.ts'
import { blockGet } from './block/get.ts'
import { blockPut } from './block/put.ts'
import { blockRm } from './block/rm.ts'
import { blockStat } from './block/stat.ts'
import { bootstrapAddDefault } from './bootstrap/add/default.ts'
import { bootstrapAdd } from './bootstrap/add.ts'
import { bootstrapList } from './bootstrap/list.ts'
import { bootstrapRmAll } from './bootstrap/rm/all.ts'
import { bootstrapRm } from './bootstrap/rm.ts'
import { bootstrap } from './bootstrap.ts'
import { cat } from './cat.ts'
import { cidBase32 } from './cid/base32.ts'
import { cidBases } from './cid/bases.ts'
import { cidCodecs } from './cid/codecs.ts'
import { cidFormat } from './cid/format.ts'
import { cidHashes } from './cid/hashes.ts'
import { commands } from './commands.ts'
import { configEdit } from './config/edit.ts'
import { configProfileApply } from './config/profile/apply.ts'
import { configReplace } from './config/replace.ts'
import { configShow } from './config/show.ts'
import { config } from './config.ts'
import { dagExport } from './dag/export.ts'
import { dagGet } from './dag/get.ts'
import { dagImport } from './dag/import.ts'
import { dagPut } from './dag/put.ts'
import { dagResolve } from './dag/resolve.ts'
import { dagStat } from './dag/stat.ts'
import { dhtFindpeer } from './dht/findpeer.ts'
import { dhtFindprovs } from './dht/findprovs.ts'
import { dhtGet } from './dht/get.ts'
import { dhtProvide } from './dht/provide.ts'
import { dhtPut } from './dht/put.ts'
import { dhtQuery } from './dht/query.ts'
import { diagCmdsClear } from './diag/cmds/clear.ts'
import { diagCmdsSetTime } from './diag/cmds/set-time.ts'
import { diagCmds } from './diag/cmds.ts'
import { diagSys } from './diag/sys.ts'
import { dns } from './dns.ts'
import { fileLs } from './file/ls.ts'
import { filesChcid } from './files/chcid.ts'
import { filesCp } from './files/cp.ts'
import { filesFlush } from './files/flush.ts'
import { filesLs } from './files/ls.ts'
import { filesMkdir } from './files/mkdir.ts'
import { filesMv } from './files/mv.ts'
import { filesRead } from './files/read.ts'
import { filesRm } from './files/rm.ts'
import { filesStat } from './files/stat.ts'
import { filesWrite } from './files/write.ts'
import { filestoreDups } from './filestore/dups.ts'
import { filestoreLs } from './filestore/ls.ts'
import { filestoreVerify } from './filestore/verify.ts'
import { get } from './get.ts'
import { id } from './id.ts'
import { keyExport } from './key/export.ts'
import { keyGen } from './key/gen.ts'
import { keyImport } from './key/import.ts'
import { keyList } from './key/list.ts'
import { keyRename } from './key/rename.ts'
import { keyRm } from './key/rm.ts'
import { keyRotate } from './key/rotate.ts'
import { ledgerAdvance } from './ledger/advance.ts'
import { ledgerAnchor } from './ledger/anchor.ts'
import { ledgerAudit } from './ledger/audit.ts'
import { ledgerCreate } from './ledger/create.ts'
import { ledgerDecode } from './ledger/decode.ts'
import { ledgerEncode } from './ledger/encode.ts'
import { ledgerExport } from './ledger/export.ts'
import { ledgerGet } from './ledger/get.ts'
import { ledgerImport } from './ledger/import.ts'
import { ledgerList } from './ledger/list.ts'
import { ledgerParams } from './ledger/params.ts'
import { ledgerProve } from './ledger/prove.ts'
import { ledgerQueue } from './ledger/queue.ts'
import { ledgerRevert } from './ledger/revert.ts'
import { ledgerSubmit } from './ledger/submit.ts'
import { ledgerVerify } from './ledger/verify.ts'
import { ledgerWatch } from './ledger/watch.ts'
import { logLevel } from './log/level.ts'
import { logLs } from './log/ls.ts'
import { logTail } from './log/tail.ts'
import { ls } from './ls.ts'
import { mount } from './mount.ts'
import { namePublish } from './name/publish.ts'
import { namePubsubCancel } from './name/pubsub/cancel.ts'
import { namePubsubState } from './name/pubsub/state.ts'
import { namePubsubSubs } from './name/pubsub/subs.ts'
import { nameResolve } from './name/resolve.ts'
import { objectData } from './object/data.ts'
import { objectDiff } from './object/diff.ts'
import { objectGet } from './object/get.ts'
import { objectLinks } from './object/links.ts'
import { objectNew } from './object/new.ts'
import { objectPatchAddLink } from './object/patch/add-link.ts'
import { objectPatchAppendData } from './object/patch/append-data.ts'
import { objectPatchRmLink } from './object/patch/rm-link.ts'
import { objectPatchSetData } from './object/patch/set-data.ts'
import { objectPut } from './object/put.ts'
import { objectStat } from './object/stat.ts'
import { p2pClose } from './p2p/close.ts'
import { p2pForward } from './p2p/forward.ts'
import { p2pListen } from './p2p/listen.ts'
import { p2pLs } from './p2p/ls.ts'
import { p2pStreamClose } from './p2p/stream/close.ts'
import { p2pStreamLs } from './p2p/stream/ls.ts'
import { pinAdd } from './pin/add.ts'
import { pinLs } from './pin/ls.ts'
import { pinRemoteAdd } from './pin/remote/add.ts'
import { pinRemoteLs } from './pin/remote/ls.ts'
import { pinRemoteRm } from './pin/remote/rm.ts'
import { pinRemoteServiceAdd } from './pin/remote/service/add.ts'
import { pinRemoteServiceLs } from './pin/remote/service/ls.ts'
import { pinRemoteServiceRm } from './pin/remote/service/rm.ts'
import { pinRm } from './pin/rm.ts'
import { pinUpdate } from './pin/update.ts'
import { pinVerify } from './pin/verify.ts'
import { ping } from './ping.ts'
import { pubsubLs } from './pubsub/ls.ts'
import { pubsubPeers } from './pubsub/peers.ts'
import { pubsubPub } from './pubsub/pub.ts'
import { pubsubSub } from './pubsub/sub.ts'
import { refsLocal } from './refs/local.ts'
import { refs } from './refs.ts'
import { repoFsck } from './repo/fsck.ts'
import { repoGc } from './repo/gc.ts'
import { repoStat } from './repo/stat.ts'
import { repoVerify } from './repo/verify.ts'
import { repoVersion } from './repo/version.ts'
import { resolve } from './resolve.ts'
import { shutdown } from './shutdown.ts'
import { statsBitswap } from './stats/bitswap.ts'
import { statsBw } from './stats/bw.ts'
import { statsDht } from './stats/dht.ts'
import { statsProvide } from './stats/provide.ts'
import { statsRepo } from './stats/repo.ts'
import { swarmAddrsListen } from './swarm/addrs/listen.ts'
import { swarmAddrsLocal } from './swarm/addrs/local.ts'
import { swarmAddrs } from './swarm/addrs.ts'
import { swarmConnect } from './swarm/connect.ts'
import { swarmDisconnect } from './swarm/disconnect.ts'
import { swarmFiltersAdd } from './swarm/filters/add.ts'
import { swarmFiltersRm } from './swarm/filters/rm.ts'
import { swarmFilters } from './swarm/filters.ts'
import { swarmPeers } from './swarm/peers.ts'
import { tarAdd } from './tar/add.ts'
import { tarCat } from './tar/cat.ts'
import { update } from './update.ts'
import { urlstoreAdd } from './urlstore/add.ts'
import { versionDeps } from './version/deps.ts'
import { version } from './version.ts'

/** Every command this node declares, in the order of the document, then its own. What is not here does not exist. */
export const REGISTRY = [
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
  cidBase32,
  cidBases,
  cidCodecs,
  cidHashes,
  cidFormat,
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
  namePublish,
  nameResolve,
  namePubsubCancel,
  namePubsubState,
  namePubsubSubs,
  resolve,
  dns,
  keyExport,
  keyGen,
  keyImport,
  keyList,
  keyRename,
  keyRm,
  keyRotate,
  id,
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
  p2pClose,
  p2pForward,
  p2pListen,
  p2pLs,
  p2pStreamClose,
  p2pStreamLs,
  pubsubLs,
  pubsubPeers,
  pubsubPub,
  pubsubSub,
  config,
  configEdit,
  configProfileApply,
  configReplace,
  configShow,
  repoFsck,
  repoGc,
  repoStat,
  statsRepo,
  repoVerify,
  repoVersion,
  commands,
  diagCmds,
  diagCmdsClear,
  diagCmdsSetTime,
  diagSys,
  logLevel,
  logLs,
  logTail,
  statsBw,
  statsDht,
  statsProvide,
  mount,
  shutdown,
  update,
  version,
  versionDeps,
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
] as const
