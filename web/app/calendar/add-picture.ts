import { keepingAlive } from '../../host/keep-alive.ts'
import { call } from '../call.ts'
import { calendarTexts } from './calendar-texts.ts'

/**
 * Stores a picture in this browser's node and returns the URL from which the calendar can import it. No server
 * is involved.
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
    return `${location.origin}/ipfs/${cid}?filename=${encodeURIComponent(file.name)}`
  })
}
