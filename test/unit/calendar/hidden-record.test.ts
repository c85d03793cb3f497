import { describe, expect, it } from 'vitest'
import type { EventRecord } from '../../../src/calendar/model/event.ts'
import { STATUSES } from '../../../src/calendar/model/status.ts'
import { isHiddenRecord, recordBlock } from '../../../src/calendar/store/record-block.ts'
import { eventRecord, organizerRecord, termRecord, venueRecord } from './records.ts'

const uid = 'uid'

const PICTURE = {
  ...{ uid, author: 1, cid: 'bafkreidon73zkcrwdb5iafqtijxildoonbwnpv7dyd6ef3qdgads2jc4su', source: '' },
  ...{ name: 'poster.png', type: 'image/png', bytes: 120, width: 12, height: 8, date: '2027-03-15 10:00:00' },
}

const event = async (options: Partial<EventRecord>) =>
  (await recordBlock('events', { uid, ...eventRecord(options) })).bytes

describe('isHiddenRecord()', () => {
  it.each(STATUSES.filter((status) => status !== 'publish'))('hides an event that is %s', async (status) => {
    expect(isHiddenRecord(await event({ status }))).toBe(true)
  })

  it('hides a published event behind a password, and no other', async () => {
    expect(isHiddenRecord(await event({ password: 'open sesame' }))).toBe(true)
    expect(isHiddenRecord(await event({}))).toBe(false)
  })

  it('hides venues and organizers that are not published, and what is known of pictures', async () => {
    const blocks = {
      shown: [
        await recordBlock('venues', { uid, ...venueRecord() }),
        await recordBlock('organizers', { uid, ...organizerRecord() }),
        await recordBlock('tags', { uid, ...termRecord() }),
      ],
      hidden: [
        await recordBlock('venues', { uid, ...venueRecord(), status: 'private' }),
        await recordBlock('organizers', { uid, ...organizerRecord(), status: 'draft' }),
        await recordBlock('images', PICTURE),
      ],
    }

    expect(blocks.shown.map(({ bytes }) => isHiddenRecord(bytes))).toEqual([false, false, false])
    expect(blocks.hidden.map(({ bytes }) => isHiddenRecord(bytes))).toEqual([true, true, true])
  })

  it('says of other blocks, and of none, that they are shown', () => {
    const others = [
      [],
      [0xa0],
      [0xa1, 0x63],
      [0xbf],
      [0x0a, 0x02],
      [0xa1, 0x63, 0x75, 0x69, 0x64, 0x61, 0x61],
    ]

    expect(others.map((bytes) => isHiddenRecord(Uint8Array.from(bytes)))).toEqual(others.map(() => false))
  })
})
