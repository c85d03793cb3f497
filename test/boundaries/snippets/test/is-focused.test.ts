// expects: lint/suspicious/noFocusedTests
import { it } from 'vitest'

it.only('runs alone', () => {})
