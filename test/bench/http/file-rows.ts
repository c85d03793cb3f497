import { MIB, MIB_PER_SECOND, MILLISECONDS, timed } from '../measure.ts'
import { ONE_THREAD } from './causes.ts'
import type { Form, Reply } from './client.ts'
import { type Daemon, NATIVE } from './daemon.ts'
import { fileForm, filesForm } from './forms.ts'
import { watchMemory } from './memory.ts'
import type { HttpBench } from './section.ts'
import { settle } from './settle.ts'

const MIB_BYTES = 1024 * 1024
const RANGE_BYTES = 64 * 1024
const RANGES_A_RUN = 50
/** What all processes may hold together under any load. */
const UNDER_LOAD_MIB = 512

/** Files go in and come out: large ones, and many small ones in one request. */
export async function fileRows({ row, daemons, isQuick }: HttpBench): Promise<void> {
  const fileMib = isQuick ? 16 : 100
  const largeMib = isQuick ? 64 : 1024
  const rounds = isQuick ? 1 : 5
  const goal = { ratio: 1 }
  const roots = new Map<string, string>()
  const folders = new Map<string, string>()
  const rootOf = ({ name }: Daemon) => roots.get(name) ?? ''

  await row({
    ...{ name: `add one file of ${fileMib} MiB`, unit: MIB_PER_SECOND, rounds, goal },
    nativeRatio: 0.8,
    cause: ONE_THREAD,
    async run(daemon) {
      const { reply, tookMs } = await add(daemon, fileForm(fileMib * MIB_BYTES))
      roots.set(daemon.name, rootIn(reply))
      return speed(fileMib, tookMs)
    },
  })
  for (const count of isQuick ? [100] : [1_000, 10_000]) {
    await row({
      ...{ name: `add ${count} files of 4 KiB in one folder`, unit: MILLISECONDS, goal },
      rounds: count > 1_000 ? 1 : rounds,
      async run(daemon) {
        const { reply, tookMs } = await add(daemon, filesForm({ count, sizeBytes: 4096, folder: 'folder' }))
        folders.set(daemon.name, rootIn(reply))
        return tookMs
      },
    })
  }
  await settle(daemons)
  await row({
    ...{ name: `cat ${fileMib} MiB`, unit: MIB_PER_SECOND, rounds, goal },
    run: (daemon) => read(daemon, `cat?arg=${rootOf(daemon)}`, fileMib),
  })
  await row({
    // So short that what else the machine does would decide a median of few.
    ...{ name: 'cat, first byte', unit: MILLISECONDS, rounds: isQuick ? 1 : 15, goal },
    cause: 'the first leaf, 256 KiB, is read through a service of the runtime and verified before it is sent',
    run: async ({ api, name }) => (await api.post(`cat?arg=${roots.get(name)}`, { keep: false })).firstByteMs,
  })
  await row({
    ...{ name: `get ${fileMib} MiB as a tar`, unit: MIB_PER_SECOND, rounds, goal },
    run: (daemon) => read(daemon, `get?arg=${rootOf(daemon)}`, fileMib),
  })
  await row({
    ...{ name: 'get that folder of files of 4 KiB as a tar', unit: MILLISECONDS, rounds, goal },
    run: ({ api, name }) => timed(() => api.post(`get?arg=${folders.get(name)}`, { keep: false })),
  })
  await row({
    ...{ name: 'range of 64 KiB', unit: MILLISECONDS, rounds, goal },
    run: (daemon, round) => readRanges(daemon, rootOf(daemon), { fileMib, round }),
  })

  const peaks = new Map<string, number>()
  await row({
    ...{ name: `add one file of ${largeMib} MiB`, unit: MIB_PER_SECOND, rounds: 1, goal },
    async run(daemon) {
      const watch = watchMemory(daemon)
      const { tookMs } = await add(daemon, fileForm(largeMib * MIB_BYTES))
      peaks.set(daemon.name, watch.stop() / MIB_BYTES)
      return speed(largeMib, tookMs)
    },
  })
  await row({
    ...{ name: `resident memory while ${largeMib} MiB are added`, unit: MIB, rounds: 1 },
    ...{ goal: { figure: UNDER_LOAD_MIB }, isOnlyOurs: peaks.get(NATIVE) === 0 },
    run: async ({ name }) => peaks.get(name) || fail('not measured'),
  })
  await settle(daemons)
  await row({
    ...{ name: `cat ${fileMib} MiB, others written since`, unit: MIB_PER_SECOND, rounds, goal },
    cause: ONE_THREAD,
    run: (daemon) => read(daemon, `cat?arg=${rootOf(daemon)}`, fileMib),
  })
}

async function add({ api }: Daemon, form: Form): Promise<{ reply: Reply; tookMs: number }> {
  let reply: Reply | undefined
  const tookMs = await timed(async () => {
    reply = await api.post('add?progress=false', { form })
  })
  return { reply: reply ?? fail('no reply'), tookMs }
}

function rootIn({ text }: Reply): string {
  return /"Hash":"([^"]+)"[^\n]*\n$/.exec(text)?.[1] ?? fail(`no root in ${text.slice(0, 80)}`)
}

async function read({ api }: Daemon, path: string, sizeMib: number): Promise<number> {
  let sizeBytes = 0
  const tookMs = await timed(async () => {
    ;({ sizeBytes } = await api.post(path, { keep: false }))
  })
  if (sizeBytes < sizeMib * MIB_BYTES) fail(`${sizeBytes} bytes in place of ${sizeMib} MiB`)
  return speed(sizeMib, tookMs)
}

/** Milliseconds a range, at places that no other round reads. */
async function readRanges(
  { api }: Daemon,
  root: string,
  { fileMib, round }: { readonly fileMib: number; readonly round: number },
): Promise<number> {
  const step = Math.floor((fileMib * MIB_BYTES) / (RANGES_A_RUN + 1))
  const tookMs = await timed(async () => {
    for (let at = 0; at < RANGES_A_RUN; at += 1) {
      const offset = at * step + round * 4099
      const { sizeBytes } = await api.post(`cat?arg=${root}&offset=${offset}&length=${RANGE_BYTES}`)
      if (sizeBytes !== RANGE_BYTES) fail(`${sizeBytes} bytes in place of a range of ${RANGE_BYTES}`)
    }
  })
  return tookMs / RANGES_A_RUN
}

function speed(sizeMib: number, tookMs: number): number {
  return sizeMib / (tookMs / 1000)
}

function fail(message: string): never {
  throw new Error(message)
}
