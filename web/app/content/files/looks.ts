import { element } from '../../element.ts'
import { find } from '../../find.ts'
import { choosePreference, type Preference, preference } from '../../preferences.ts'
import { ORDERS, type Order } from './order.ts'

export interface Looks {
  readonly order: Order
  readonly layout: Preference<'fileLayout'>
}

/** The choice of order and layout, which the page remembers. */
export function looksView(section: HTMLElement, onChange: (looks: Looks) => void): { readonly looks: Looks } {
  const select = find(section, '#files-order', HTMLSelectElement)
  const buttons = {
    list: find(section, '#as-list', HTMLButtonElement),
    grid: find(section, '#as-grid', HTMLButtonElement),
  }
  select.append(
    ...Object.entries(ORDERS).map(([value, textContent]) => element('option', { value, textContent })),
  )

  const chosen = (): Looks => ({ order: preference('fileOrder'), layout: preference('fileLayout') })
  const show = () => {
    const { order, layout } = chosen()
    select.value = order
    for (const [name, button] of Object.entries(buttons)) button.ariaPressed = String(name === layout)
  }
  const change = () => {
    show()
    onChange(chosen())
  }
  select.addEventListener('change', () => {
    choosePreference('fileOrder', select.value as Order)
    change()
  })
  for (const layout of ['list', 'grid'] as const) {
    buttons[layout].addEventListener('click', () => {
      choosePreference('fileLayout', layout)
      change()
    })
  }
  show()
  return {
    get looks() {
      return chosen()
    },
  }
}
