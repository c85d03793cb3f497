import type { PinView } from '../pin-view.ts'

export interface PrintPinOptions {
  /** Address of the API at this node, without `/pins`. */
  readonly baseUrl: string
  readonly delegates: readonly string[]
}

/**
 * Formats a pin. Spec: Pinning Service API, schema `PinStatus`. `info.upload` is an extension: the address to which
 * the user may PUT a CAR of the DAG.
 */
export function printPin(pin: PinView, { baseUrl, delegates }: PrintPinOptions): object {
  const { requestId, state, createdMs, cid, name, origins, meta, details, dagBytes, wantsUpload } = pin
  const isWaiting = state === 'queued' && wantsUpload
  return {
    requestid: requestId,
    status: state,
    created: new Date(createdMs).toISOString(),
    pin: {
      cid,
      ...(name !== '' && { name }),
      ...(origins.length > 0 && { origins }),
      ...(Object.keys(meta).length > 0 && { meta }),
    },
    delegates,
    info: {
      ...(details !== '' && { status_details: details }),
      ...(state === 'pinned' && { dag_size: String(dagBytes) }),
      ...(isWaiting && { upload: `${baseUrl}/pins/${requestId}/upload` }),
    },
  }
}
