import { commands } from '../commands/commands.ts'
import { configEdit } from '../commands/config/edit.ts'
import { configProfileApply } from '../commands/config/profile/apply.ts'
import { configReplace } from '../commands/config/replace.ts'
import { configShow } from '../commands/config/show.ts'
import { config } from '../commands/config.ts'
import { diagCmdsClear } from '../commands/diag/cmds/clear.ts'
import { diagCmdsSetTime } from '../commands/diag/cmds/set-time.ts'
import { diagCmds } from '../commands/diag/cmds.ts'
import { diagSys } from '../commands/diag/sys.ts'
import { logLevel } from '../commands/log/level.ts'
import { logLs } from '../commands/log/ls.ts'
import { logTail } from '../commands/log/tail.ts'
import { mount } from '../commands/mount.ts'
import { repoFsck } from '../commands/repo/fsck.ts'
import { repoGc } from '../commands/repo/gc.ts'
import { repoStat } from '../commands/repo/stat.ts'
import { repoVerify } from '../commands/repo/verify.ts'
import { repoVersion } from '../commands/repo/version.ts'
import { shutdown } from '../commands/shutdown.ts'
import { statsBw } from '../commands/stats/bw.ts'
import { statsDht } from '../commands/stats/dht.ts'
import { statsProvide } from '../commands/stats/provide.ts'
import { statsRepo } from '../commands/stats/repo.ts'
import { update } from '../commands/update.ts'
import { versionDeps } from '../commands/version/deps.ts'
import { version } from '../commands/version.ts'

/** Commands of the RPC document, section 4, "Configuration, repository, diagnostics, process", in its order. */
export const OPERATION_COMMANDS = [
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
] as const
