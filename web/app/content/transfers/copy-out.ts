import { bytesText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { copyDag } from '../../node/copy-dag.ts'
import { type CopyTarget, copyTarget } from '../../node/copy-target.ts'
import { callOn } from '../../node/node-client.ts'
import { thisNode } from '../../node/this-node.ts'
import { showProblem } from '../../problem.ts'
import type { MenuItem } from '../menu.ts'
import type { Transfer } from './transfers.ts'

interface Source {
  readonly cid: string
  readonly name?: string
}

/** The entries of a menu that copy an item to another node. None until one is found. */
export type Copies = (source: Source) => readonly MenuItem[]

/** Looks for a node to which the content of this one can be copied, and copies by transfers. */
export function copyOut(start: (transfer: Transfer) => void): Copies {
  let target: CopyTarget | undefined
  copyTarget().then((found) => {
    target = found
  }, showProblem)
  return (source) => {
    if (!target) return []
    const transfer = transferOf(source, target)
    return [{ label: target.label, run: () => start(transfer) }]
  }
}

function transferOf({ cid, name = cid }: Source, { node, place }: CopyTarget): Transfer {
  return {
    title: `Copying “${name}” to ${place}`,
    async run({ signal, progress }) {
      progress.start('Counting')
      const { CumulativeSize: bytesTotal } = await call(
        'files/stat',
        { args: { path: `/ipfs/${cid}` } },
        { signal },
      )
      let copied = 0
      await copyDag(callOn(await thisNode()), callOn(node), cid, {
        ...{ signal, name },
        onBytes(bytes) {
          copied = bytes
          progress.show({ bytes: Math.min(bytes, bytesTotal), bytesTotal, files: 0, filesTotal: 1 })
        },
      })
      return `Copied and pinned “${name}”: ${bytesText(copied)}`
    },
  }
}
