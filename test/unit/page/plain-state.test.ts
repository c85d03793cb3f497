import { describe, expect, it } from 'vitest'
import { plainState } from '../../../web/app/ledger/plain-state.ts'

const SINCE = '2027-04-12T09:00:00.000Z'
const AT = '2027-04-13T09:00:00.000Z'
const last = { root: 'bafyroot', records: 2, since: SINCE, at: AT }
const state = { isEmpty: false, root: 'bafyroot', last: undefined, fault: undefined }

describe('plainState()', () => {
  it('says since when nothing was changed, and when that was checked', () => {
    const { kind, title, meaning } = plainState({ ...state, last })

    expect(kind).toBe('good')
    expect(title).toMatch(/^Nothing was changed since .*2027/)
    expect(meaning).toContain('Last checked on')
    expect(meaning).not.toContain('not been checked')
  })

  it('says nothing of the time before the only audit', () => {
    const { kind, title, meaning } = plainState({ ...state, last: { ...last, since: AT } })

    expect(kind).toBe('good')
    expect(title).toMatch(/^No faults were found on .*2027/)
    expect(meaning).toContain('This was your first audit')
  })

  it('says that newer records have not been checked', () => {
    expect(plainState({ ...state, root: 'bafynewer', last }).meaning).toContain('has not been checked yet')
  })

  it('names a fault before anything else, until an audit finds none', () => {
    const fault = { title: 'Something was withdrawn', at: AT }

    expect(plainState({ ...state, last, fault })).toMatchObject({
      kind: 'bad',
      title: 'Something was withdrawn.',
    })
  })

  it('claims nothing that was not checked', () => {
    expect(plainState({ ...state, isEmpty: true }).title).toBe('Nothing is recorded yet.')
    expect(plainState({ ...state, isEmpty: true, last: { ...last, records: 0 } }).title).toBe(
      'Nothing is recorded yet.',
    )
    expect(plainState(state).title).toBe('Not checked in this browser yet.')
    expect(plainState({ ...state, last: { root: 'bafyroot', records: 2 } }).title).toContain(
      'at your last audit',
    )
  })
})
