import { resolvePaths } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { PinsResult } from '../../shapes/pins.ts'

/** Spec: RPC document, section 4, `/pin/update`. The name of the pin is kept. */
export const pinUpdate = defineCommand({
  path: 'pin/update',
  about: 'Replace one recursive pin by another, reading only what differs',
  args: { 'from-path': arg('Path that is pinned'), 'to-path': arg('Path to pin') },
  options: { unpin: bool('Remove the old pin', { fallback: true }) },
  reply: json(PinsResult),
  text: ({ Pins: [from, to] }: { Pins: string[] }) => `updated ${from} to ${to}\n`,
  parts: ['pins', 'repo'],
  async run({ pins, repo }, { args, options: { unpin }, session, signal, printCid }) {
    const paths = [args['from-path'], args['to-path']]
    const [from, to] = (await resolvePaths(session, paths, { signal })).map(({ cid }) => cid)
    if (!from || !to) throw new TypeError('Cannot update pin: two paths resolve to two CIDs')
    await repo.whileAdding(() => pins.update({ from, to }, { unpin, session, signal }), { signal })
    return { Pins: [printCid(from), printCid(to)] }
  },
})
