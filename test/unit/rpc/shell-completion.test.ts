import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { bashCompletion } from '../../../src/rpc/print/process/shell-completion.ts'

const PATHS = ['add', 'block/get', 'block/put', 'pin/remote/ls']

/** What bash offers for the last of the words. */
function offered(...words: readonly string[]): readonly string[] {
  const script = `${bashCompletion(PATHS)}
COMP_WORDS=(ipfs ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_ipfs_complete; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  return [...new Set(stdout.trimEnd().split('\n'))]
}

it.each([
  [[''], ['add', 'block', 'pin']],
  [['bl'], ['block']],
  [
    ['block', ''],
    ['get', 'put'],
  ],
  [['--offline', 'pin', 'remote', ''], ['ls']],
  [['nope', ''], ['']],
])('bashCompletion() offers after %j: %j', (words, expected) => {
  expect(offered(...words)).toEqual(expected)
})
