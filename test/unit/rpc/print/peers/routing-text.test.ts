import { expect, it } from 'vitest'
import { closestPeer, routingText } from '../../../../../src/rpc/print/peers/routing-text.ts'

const EVENTS = [
  { Type: 0, ID: 'QmA', Extra: '', Responses: null },
  { Type: 1, ID: 'QmA', Extra: '', Responses: [{ ID: 'QmB', Addrs: [] }] },
  { Type: 2, ID: 'QmB', Extra: '', Responses: null },
  { Type: 3, ID: '', Extra: 'routing: not found', Responses: null },
  { Type: 5, ID: 'QmC', Extra: '', Responses: null },
  { Type: 6, ID: 'QmD', Extra: '', Responses: null },
  { Type: 7, ID: 'QmE', Extra: '', Responses: null },
  { Type: 8, ID: 'QmF', Extra: '', Responses: null },
]

const print = routingText({ finalPeer: closestPeer, value: ({ ID }) => `${ID}\n` })
const now = () => Date.UTC(2026, 10, 23, 15, 45, 29, 96)

it('prints results alone', () => {
  expect(EVENTS.map((event) => print(event, { options: {}, now })).join('')).toBe('QmC\n')
})

it('prints each step after the time, if asked', () => {
  expect(EVENTS.map((event) => print(event, { options: { verbose: true }, now }))).toEqual([
    '15:45:29.096: * querying QmA\n',
    '15:45:29.096: * QmA says use QmB \n',
    '15:45:29.096: * closest peer QmB\n',
    '15:45:29.096: error: routing: not found\n',
    '15:45:29.096: QmC\n',
    '15:45:29.096: adding peer to query: QmD\n',
    '15:45:29.096: dialing peer: QmE\n',
    '',
  ])
})
