import { expect, it } from 'vitest'
import { barText } from '../../edge/local/cli/progress-bar.ts'

it('a progress bar shows how much of a transfer is done', () => {
  expect(barText(1_572_864, 3_145_728, 2)).toBe(
    '[############            ] 50 % 1.5 MiB of 3.0 MiB, 768.0 KiB/s',
  )
  expect(barText(512, 0, 1)).toBe('512 B, 512 B/s')
})
