import { generate } from 'lean-qr/nano'
import { call } from '../../call.ts'
import { element } from '../../element.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { nextStep } from '../../next-step.ts'
import { thisNode } from '../../node/this-node.ts'
import { copyText } from '../../share.ts'
import { showDialog } from '../dialog.ts'
import { gatewayLinks } from '../gateway-links.ts'
import type { MenuItem } from '../menu.ts'
import { sharingTexts } from '../sharing-texts.ts'
import { reachOf } from './reach.ts'
import './share.css'

/** Content to share. */
export interface Shared {
  readonly cid: string
  readonly name: string
  readonly isFolder: boolean
}

/** Shows the link of content with its QR code, and ways to make it reachable for others. */
export async function showShare(shared: Shared, copies: readonly MenuItem[]): Promise<void> {
  const { open } = gatewayLinks(shared)
  const node = await thisNode()
  const { url, note } = reachOf(node, { path: open, origin: location.origin })
  const link = element('input', { id: 'share-link', readOnly: true, value: url })
  link.addEventListener('focus', () => link.select())
  const done = element('p', { role: 'status', className: 'muted' })
  const act = (task: () => Promise<string | undefined>) => {
    done.textContent = ''
    task().then(
      (message = '') => {
        done.textContent = message
      },
      (error: unknown) => {
        done.textContent = nextStep(error)
      },
    )
  }
  const action = (textContent: string, task: () => Promise<string | undefined>, className = '') =>
    element('button', { type: 'button', textContent, className, onclick: () => act(task) })
  const services = element('div', { className: 'actions' })

  const { dialog, closed } = showDialog(sharingTexts.shareItem(shared.name), (box) => [
    element('p', { textContent: note }),
    element('div', { className: 'fields' }, [
      element('label', { htmlFor: link.id, textContent: sharingTexts.link }),
      link,
    ]),
    qrCode(url),
    services,
    done,
    element('div', { className: 'actions' }, [
      action(sharingTexts.copyLink, () => copied(url), 'primary'),
      ...('share' in navigator
        ? [action(sharingTexts.shareWithApp, () => sharedByDevice(url, shared.name))]
        : []),
      element('button', { type: 'button', textContent: frameTexts.close, onclick: () => box.close() }),
    ]),
  ])
  for (const copy of node.kind === 'browser' ? copies : []) {
    if (!('run' in copy)) continue
    services.append(
      action(copy.label, async () => {
        dialog.close()
        await copy.run()
        return undefined
      }),
    )
  }
  act(async () => {
    const { RemoteServices } = await call('pin/remote/service/ls')
    services.append(
      ...RemoteServices.map(({ Service }) =>
        action(sharingTexts.pinAt(Service), () => pinAt(Service, shared)),
      ),
    )
    return undefined
  })
  await closed
}

/** Dark on light in both themes: not every reader recognizes the inverse. */
function qrCode(url: string): HTMLElement {
  const canvas = element('canvas', { className: 'qr', role: 'img', ariaLabel: sharingTexts.qrCode })
  try {
    generate(url).toCanvas(canvas, { on: [0, 0, 0, 255], off: [255, 255, 255, 255], pad: 4 })
    return canvas
  } catch {
    return element('p', { className: 'muted', textContent: sharingTexts.noQrCode })
  }
}

async function copied(url: string): Promise<string> {
  await copyText(url)
  return sharingTexts.linkCopied
}

async function sharedByDevice(url: string, title: string): Promise<undefined> {
  try {
    await navigator.share({ title, url })
  } catch (error) {
    const isLeft = error instanceof DOMException && error.name === 'AbortError'
    if (!isLeft) throw error
  }
}

async function pinAt(service: string, { cid, name }: Shared): Promise<string> {
  const args = { 'ipfs-path': cid }
  const { Status } = await call('pin/remote/add', { args, options: { service, name, background: true } })
  return sharingTexts.pinnedAt(service, Status)
}
