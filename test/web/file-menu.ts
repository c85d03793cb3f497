import type { Page } from 'playwright'

/** Chooses an entry of the menu of a file, a folder or a pin. */
export async function fromMenu(page: Page, name: string, entry: string): Promise<void> {
  await page
    .getByRole('button', { name: `Actions for ${name}`, exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Waits until the folder that is shown has a name, and until nothing is being added. */
export async function added(page: Page, name: string): Promise<void> {
  await page.locator('#files .file-name', { hasText: name }).first().waitFor()
  await page.locator('#progress').waitFor({ state: 'hidden' })
}

/** The CID of a path of the files, from the node in the browser. */
export async function cidAt(page: Page, path: string): Promise<string> {
  return page.evaluate(async (arg) => {
    const query = new URLSearchParams({ arg })
    return (await (await fetch(`/api/v0/files/stat?${query}`, { method: 'POST' })).json()).Hash
  }, path)
}
