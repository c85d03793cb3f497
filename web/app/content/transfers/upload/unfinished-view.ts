import { readChoice } from '../../../../host/node-choice.ts'
import { element } from '../../../element.ts'
import { nodeWords } from '../../../node/node-words.ts'
import { nodeOf } from '../../../node/this-node.ts'
import { onPress } from '../../../on-press.ts'
import { contentTexts } from '../../content-texts.ts'
import type { Transfer } from '../transfers.ts'
import type { ResumableUpload } from './resumable-uploads.ts'
import { discardUpload, runUpload } from './run-upload.ts'
import { cutOffText, removeAbandoned, unfinishedUploads } from './unfinished.ts'

interface UnfinishedOptions {
  readonly start: (transfer: Transfer) => void
  /** Called when a server has got everything. */
  readonly onUploaded: () => Promise<void>
}

/** Lists the uploads that were cut off, each with buttons that continue or discard it. */
export async function drawUnfinished(
  box: HTMLElement,
  { start, onUploaded }: UnfinishedOptions,
): Promise<void> {
  const choice = await readChoice()
  const row = (upload: ResumableUpload): HTMLElement => {
    const { name } = nodeWords(nodeOf({ ...choice, chosen: upload.node }))
    const title = contentTexts.uploadTo(upload.name, name)
    const button = (textContent: string, className = '') => {
      const made = element('button', { type: 'button', textContent, className })
      made.setAttribute('aria-label', contentTexts.actionOn(textContent, title))
      return made
    }
    const [goOn, discard] = [button(contentTexts.continueUpload, 'primary'), button(contentTexts.discard)]
    const drop = () => {
      line.remove()
      box.hidden = box.childElementCount === 0
    }
    onPress(goOn, async () => {
      drop()
      start({
        title,
        async run(running) {
          const message = await runUpload(upload, running)
          await onUploaded()
          return message
        },
      })
    })
    onPress(discard, async () => {
      await discardUpload(upload)
      drop()
    })
    const line = element('div', { className: 'progress' }, [
      element('p', { className: 'progress-title', textContent: title }),
      element('p', { className: 'progress-text', textContent: cutOffText(upload) }),
      element('div', { className: 'actions' }, [goOn, discard]),
    ])
    return line
  }
  await removeAbandoned()
  box.replaceChildren(...(await unfinishedUploads()).map(row))
  box.hidden = box.childElementCount === 0
}
