import type { CalendarPlace } from './place.ts'

export interface UnsavedForm {
  /** Returns the form that was left at this place with unsaved input, or the result of `make`. */
  open(place: CalendarPlace, make: () => Promise<HTMLFormElement>): Promise<OpenedForm>
}

export interface OpenedForm {
  readonly form: HTMLFormElement
  /** True for a form with unsaved input. */
  readonly isLeft: boolean
}

/**
 * Keeps the last form with unsaved input until it is saved or cancelled (`data-done`), so that navigating away
 * by mistake discards no input. All new events share one form, which keeps its original day.
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
        form.dataset['edited'] = ''
      })
      return { form, isLeft: false }
    },
  }
}
