import { claimDataFolder } from '../../../edge/local/data-claim.ts'
import { runNode } from '../../../edge/local/run-node.ts'
import { separateWorkers } from '../../../edge/local/separate-workers.ts'
import { readSettings } from '../../../edge/local/settings.ts'
import { workerOptions } from '../../../edge/local/worker-options.ts'

/** What `npm start` runs, with an inspector of the runtime at `BENCH_INSPECTOR_PORT` on loopback. */
const { dataFolder, ...settings } = readSettings(process.env)
const inspectorPort = Number(process.env['BENCH_INSPECTOR_PORT'])
await runNode(await claimDataFolder(dataFolder), workerOptions(settings), (worker) => ({
  ...separateWorkers(worker),
  inspectorPort,
}))
