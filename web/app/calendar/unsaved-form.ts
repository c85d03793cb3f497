import type { Place } from './place.ts'

export interface UnsavedForm {
  /** The form that was left at this place with something typed in it, or what `make` makes. */
  open(place: Place, make: () => Promise<HTMLFormElement>): Promise<OpenedForm>
}

export interface OpenedForm {
  readonly form: HTMLFormElement
  /** True for one that was left. */
  readonly isLeft: boolean
}

/**
 * Keeps the last form in which something was typed until it is saved or cancelled (`data-done`), so that a slip to
 * another view loses nothing. There is one for all new events: it keeps the day that it was opened with.
 */
export function unsavedForm(): UnsavedForm {
  let left: { readonly key: string; readonly form: HTMLFormElement } | undefined
  return {
    async open(place, make) {
      const key = 'id' in place ? `${place.kind} ${place.id}` : place.kind
      if (left?.key === key && left.form.dataset['done'] === undefined)
        return { form: left.form, isLeft: true }
      const form = await make()
      form.addEventListener('input', () => {
        left = { key, form }
      })
      return { form, isLeft: false }
    },
  }
}
