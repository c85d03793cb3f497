import { element } from '../../element.ts'
import { find } from '../../find.ts'
import { remembered } from '../../remembered.ts'
import { ORDERS, type Order } from './order.ts'

export type Layout = 'list' | 'grid'

export interface Looks {
  readonly order: Order
  readonly layout: Layout
}

const choices = remembered<string>('content-looks', 4)

/** The choice of order and layout, which the page remembers. */
export function looksView(section: HTMLElement, onChange: (looks: Looks) => void): { readonly looks: Looks } {
  const select = find(section, '#files-order', HTMLSelectElement)
  const buttons = {
    list: find(section, '#as-list', HTMLButtonElement),
    grid: find(section, '#as-grid', HTMLButtonElement),
  }
  let looks: Looks = { order: 'name', layout: 'list' }
  select.append(
    ...Object.entries(ORDERS).map(([value, textContent]) => element('option', { value, textContent })),
  )

  const apply = (change: Partial<Looks>) => {
    looks = { ...looks, ...change }
    select.value = looks.order
    for (const [layout, button] of Object.entries(buttons))
      button.ariaPressed = String(layout === looks.layout)
    onChange(looks)
  }
  const choose = (change: Partial<Looks>) => {
    apply(change)
    void choices.add(Object.entries(change))
  }
  select.addEventListener('change', () => choose({ order: orderOf(select.value) }))
  buttons.list.addEventListener('click', () => choose({ layout: 'list' }))
  buttons.grid.addEventListener('click', () => choose({ layout: 'grid' }))
  void choices.read().then((held) => {
    apply({ order: orderOf(held.get('order')), layout: held.get('layout') === 'grid' ? 'grid' : 'list' })
  })
  return {
    get looks() {
      return looks
    },
  }
}

function orderOf(text = ''): Order {
  return text in ORDERS ? (text as Order) : 'name'
}
