/** Runs in a page: installs the service worker, and waits until it controls the page. */
export async function controlled(): Promise<void> {
  const { serviceWorker } = navigator
  const control = new Promise<void>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  await serviceWorker.register('/sw.js', { scope: '/' })
  if (!serviceWorker.controller) await control
}
