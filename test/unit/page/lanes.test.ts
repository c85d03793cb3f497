import { describe, expect, it } from 'vitest'
import { inLanes } from '../../../web/app/calendar/grid/lanes.ts'

const laid = (...spans: readonly (readonly [from: number, to: number])[]) =>
  inLanes(spans.map(([from, to]) => ({ from, to }))).map(({ taking, lane, lanes }) => [
    taking.from,
    lane,
    lanes,
  ])

describe('inLanes()', () => {
  it('gives what overlaps nothing the whole width', () => {
    expect(laid([600, 660], [660, 720])).toEqual([
      [600, 0, 1],
      [660, 0, 1],
    ])
  })

  it('puts overlapping ones side by side, and takes a lane again that is free', () => {
    expect(laid([540, 720], [560, 600], [610, 700])).toEqual([
      [540, 0, 2],
      [560, 1, 2],
      [610, 1, 2],
    ])
  })

  it('gives all that overlap through others the same number of lanes', () => {
    expect(laid([900, 960], [0, 60], [30, 90], [80, 120], [40, 50])).toEqual([
      [0, 0, 3],
      [30, 1, 3],
      [40, 2, 3],
      [80, 0, 3],
      [900, 0, 1],
    ])
  })
})
