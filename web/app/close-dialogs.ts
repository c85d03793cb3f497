/** The `returnValue` of a dialog that was closed because the visitor goes elsewhere. */
export const LEFT = 'left'

/** Closes all dialogs, which belong to the view that the visitor leaves. */
export function closeDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close(LEFT)
}
