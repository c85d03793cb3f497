import { bytesText } from '../../amounts.ts'
import { call } from '../../call.ts'
import { type CopyTarget, copyTarget } from '../../node/copy-target.ts'
import { callOn } from '../../node/node-client.ts'
import { thisNode } from '../../node/this-node.ts'
import { pagePart } from '../../page-part.ts'
import { showProblem } from '../../problem.ts'
import { contentTexts } from '../content-texts.ts'
import type { MenuItem } from '../menu.ts'
import type { Transfer } from './transfers.ts'

const upload = pagePart(() => import('./upload/run-upload.ts'))
const copy = pagePart(() => import('../../node/copy-dag.ts'))

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
    return [
      {
        label: isBrowser(target) ? contentTexts.keepInBrowser : contentTexts.sendToServer,
        run: () => start(transfer),
      },
    ]
  }
}

function isBrowser({ node }: CopyTarget): boolean {
  return node.kind === 'browser'
}

function transferOf({ cid, name = cid }: Source, target: CopyTarget): Transfer {
  return {
    title: isBrowser(target) ? contentTexts.copyingToBrowser(name) : contentTexts.copyingToServer(name),
    async run(running) {
      const { signal, progress } = running
      progress.start(contentTexts.counting)
      const { CumulativeSize: bytesTotal } = await call(
        'files/stat',
        { args: { path: `/ipfs/${cid}` } },
        { signal },
      )
      if (target.node.kind !== 'browser') {
        const { uploadHeld } = await upload()
        return uploadHeld({ cid, name, bytesTotal }, target.node, running)
      }
      const { copyDag } = await copy()
      let copied = 0
      await copyDag(callOn(await thisNode()), callOn(target.node), cid, {
        ...{ signal, name },
        onBytes(bytes) {
          copied = bytes
          progress.show({ bytes: Math.min(bytes, bytesTotal), bytesTotal, files: 0, filesTotal: 0 })
        },
      })
      return contentTexts.copiedAndPinned(name, bytesText(copied))
    },
  }
}
