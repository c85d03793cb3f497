import { RpcError } from './rpc-error.ts'

/** Reads a reply of one JSON value. Throws `RpcError` for a reply that is cut, or is no JSON. */
export async function replyValue(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    const fault = text.trim() === '' ? 'it is empty' : 'it is cut, or no JSON'
    throw new RpcError(`Cannot read reply: ${fault}`, { status: response.status })
  }
}
