/** Others, over HTTP. Absent on a host that must ask nobody. */
export interface Outbound {
  /** Why an address must not be asked, to stand behind a colon; `undefined` where it may. Ask before each request. */
  refusal(url: URL): string | undefined
  /** Sends a request without credentials. Rejects with whatever the host does when nobody answers. */
  fetch(request: Request): Promise<Response>
}
