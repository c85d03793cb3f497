import { parentPort, workerData } from 'node:worker_threads'
import { LOADS } from './loads.ts'

/** A thread of its own, so that the load does not hold up the calls that are timed beside it. */
const { name, apiUrl, share }: { name: string; apiUrl: string; share: number } = workerData
await LOADS[name]?.(apiUrl, share)
parentPort?.postMessage('over')
