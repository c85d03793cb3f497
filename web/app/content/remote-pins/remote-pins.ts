import type { Value } from '../../../../src/rpc/client.ts'
import { announce } from '../../announce.ts'
import { call } from '../../call.ts'
import { element } from '../../element.ts'
import { numberText } from '../../language/counted.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { onPress } from '../../on-press.ts'
import { onSubmit } from '../../on-submit.ts'
import { contentTexts } from '../content-texts.ts'
import { hrefOf } from '../files/place.ts'
import { sharingTexts } from '../sharing-texts.ts'

/** Pins of one service that are shown. */
const MAX_PINS = 200

const STATES = ['queued', 'pinning', 'pinned', 'failed']

/** The pinning services of the node, each with its pins, and a form for another service. */
export async function drawRemotePins(box: HTMLElement): Promise<void> {
  const list = element('div', { className: 'stack tight' })
  const refresh = async () => {
    const { RemoteServices } = await call('pin/remote/service/ls')
    list.replaceChildren(
      ...RemoteServices.map(({ Service, ApiEndpoint }) => serviceOf(Service, ApiEndpoint, refresh)),
    )
    if (RemoteServices.length === 0)
      list.append(element('p', { className: 'muted', textContent: sharingTexts.noServices }))
  }
  await refresh()
  box.replaceChildren(list, serviceForm(refresh))
}

function serviceOf(service: string, endpoint: string, refresh: () => Promise<void>): HTMLElement {
  const pins = element('ul', { className: 'remote-pins' })
  const open = element('button', {
    type: 'button',
    textContent: sharingTexts.showPins,
    ariaLabel: sharingTexts.showPinsAt(service),
  })
  const remove = element('button', {
    type: 'button',
    textContent: frameTexts.remove,
    ariaLabel: sharingTexts.removeService(service),
  })
  onPress(open, () => drawPins(pins, service))
  onPress(remove, async () => {
    await call('pin/remote/service/rm', { args: { service } })
    announce(sharingTexts.removedService(service))
    await refresh()
  })
  return element('div', {}, [
    element('strong', { textContent: service }),
    element('p', { className: 'muted hint', textContent: endpoint }),
    element('div', { className: 'actions' }, [open, remove]),
    pins,
  ])
}

async function drawPins(list: HTMLElement, service: string): Promise<void> {
  const rows: HTMLElement[] = []
  let isWhole = true
  for await (const pin of await call('pin/remote/ls', { options: { service, status: STATES } })) {
    isWhole = rows.length < MAX_PINS
    if (!isWhole) break
    rows.push(pinOf(pin, { service, redraw: () => drawPins(list, service) }))
  }
  list.replaceChildren(...rows)
  const note =
    rows.length === 0 ? contentTexts.noPins : isWhole ? '' : sharingTexts.firstPins(numberText(MAX_PINS))
  if (note !== '') list.append(element('li', { className: 'muted', textContent: note }))
}

function pinOf(
  { Cid, Name, Status }: Value<'pin/remote/ls'>,
  { service, redraw }: { readonly service: string; readonly redraw: () => Promise<void> },
): HTMLElement {
  const label = Name || Cid
  const link = element('a', { href: hrefOf(`/ipfs/${Cid}`), textContent: label })
  const unpin = element('button', {
    type: 'button',
    textContent: contentTexts.unpin,
    ariaLabel: sharingTexts.unpinAt(label, service),
  })
  onPress(unpin, async () => {
    await call('pin/remote/rm', { options: { service, cid: [Cid], status: STATES, force: true } })
    announce(sharingTexts.unpinnedAt(label, service))
    await redraw()
  })
  return element('li', {}, [link, element('span', { className: 'muted', textContent: Status }), unpin])
}

function serviceForm(refresh: () => Promise<void>): HTMLFormElement {
  const field = (id: string, label: string, properties: Partial<HTMLInputElement>) => [
    element('label', { htmlFor: id, textContent: label }),
    element('input', { id, name: id, required: true, autocomplete: 'off', ...properties }),
  ]
  const form = element('form', { className: 'fields' }, [
    ...field('service-name', sharingTexts.serviceName, {}),
    ...field('service-url', sharingTexts.serviceUrl, { type: 'url', placeholder: 'https://…' }),
    ...field('service-key', sharingTexts.serviceKey, { type: 'password' }),
    element('button', { type: 'submit', textContent: sharingTexts.addService }),
  ])
  onSubmit(form, async (reset) => {
    const value = (name: string) => String(new FormData(form).get(name) ?? '').trim()
    const [service, endpoint, key] = [value('service-name'), value('service-url'), value('service-key')]
    await call('pin/remote/service/add', { args: { service, endpoint, key } })
    reset()
    announce(sharingTexts.addedService(service))
    await refresh()
  })
  return form
}
