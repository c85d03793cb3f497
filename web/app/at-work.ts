/** Input that its form has not saved yet, and work that shows its progress. */
const AT_WORK = 'form[data-edited]:not([data-done]), [id$="progress"]:not([hidden]), [data-busy]'

/** Fields of forms in which the visitor has typed since the form was last sent. */
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>()

/** Notices what the visitor types from now on. */
export function watchInput(): void {
  document.addEventListener('input', ({ target }) => {
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    // What was searched for is no input to lose.
    if (isText && target.form && target.type !== 'search') typed.add(target)
  })
  const forget = ({ target }: Event) => {
    for (const field of typed) if (field.form === target) typed.delete(field)
  }
  document.addEventListener('submit', forget)
  document.addEventListener('reset', forget)
}

/** True when this tab has unsaved input or running work, which a reload would end. */
export function isAtWork(): boolean {
  return document.querySelector(AT_WORK) !== null || [...typed].some(isUnsaved)
}

function isUnsaved(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field.isConnected && field.value !== field.defaultValue
}
