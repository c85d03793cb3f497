// expects: lint/nursery/noFloatingPromises
async function save(): Promise<void> {}

export function leave(): void {
  save()
}
