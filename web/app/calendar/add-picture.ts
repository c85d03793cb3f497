import { keepingAlive } from '../../host/keep-alive.ts'
import { call } from '../call.ts'
import { calendarTexts } from './calendar-texts.ts'

/**
 * Stores a picture in the node and returns the path from which the node's calendar imports it. It has no origin: the
 * node may be another than that of the page, and know itself by another origin than the page does.
 */
export function addPicture(file: File): Promise<string> {
  return keepingAlive(async () => {
    const lines = await call('add', {
      options: { 'cid-version': 1, pin: false },
      body: [{ path: file.name.toWellFormed(), content: file }],
    })
    let cid = ''
    for await (const { Hash } of lines) cid = Hash ?? cid
    if (cid === '') throw new Error(calendarTexts.noPicture)
    return `/ipfs/${cid}?filename=${encodeURIComponent(file.name)}`
  })
}
