import { carForm } from '../load/car-form.ts'
import { MIB_PER_SECOND, timed } from '../measure.ts'
import { ONE_THREAD } from './causes.ts'
import type { Form } from './client.ts'
import { fileForm } from './forms.ts'
import type { HttpBench } from './section.ts'

const MIB_BYTES = 1024 * 1024

/** CARs in and out. The CAR is made before it is sent: its hashes are no part of the row. */
export async function carRows({ row, daemons, isQuick }: HttpBench): Promise<void> {
  const carMib = isQuick ? 16 : 183
  const fileMib = isQuick ? 16 : 100
  const rounds = isQuick ? 1 : 3
  await row({
    ...{ name: `dag/import of ${carMib} MiB`, unit: MIB_PER_SECOND, rounds, goal: { ratio: 1 } },
    nativeRatio: 0.65,
    cause: ONE_THREAD,
    async run({ api }) {
      const form = made(carForm(carMib * MIB_BYTES))
      return (carMib / (await timed(() => api.post('dag/import?pin-roots=false', { form })))) * 1000
    },
  })
  const roots = new Map<string, string>()
  for (const { api, name } of daemons) {
    const { text } = await api.post('add?progress=false', { form: fileForm(fileMib * MIB_BYTES) })
    roots.set(name, /"Hash":"([^"]+)"/.exec(text)?.[1] ?? '')
  }
  await row({
    ...{ name: `dag/export of ${fileMib} MiB`, unit: MIB_PER_SECOND, rounds, goal: { ratio: 1 } },
    run: async ({ api, name }) =>
      (fileMib / (await timed(() => api.post(`dag/export?arg=${roots.get(name)}`, { keep: false })))) * 1000,
  })
}

function made(form: Form): Form {
  const pieces = [...form.pieces()]
  return { ...form, pieces: () => pieces }
}
