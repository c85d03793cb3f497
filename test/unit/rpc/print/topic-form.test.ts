import { describe, expect, it } from 'vitest'
import { readTopic, writeTopic } from '../../../../src/rpc/print/topic-form.ts'

describe('readTopic()', () => {
  it.each(['a', 'Grüße', 'topic with spaces', 'u', '/record/L2lwbnMv'])(
    'reads topic %j in the multibase, as clients of today write it',
    (topic) => {
      expect(readTopic(writeTopic(topic, 'multibase'))).toEqual({ topic, form: 'multibase' })
    },
  )

  it.each(['u', 'user', 'utf8', 'ubuntu', 'ucla', 'updates', 'zoo', 'uYQ==', 'topic', 'u/a', 'uÿ'])(
    'reads topic %j as the plain text of old clients',
    (topic) => {
      expect(readTopic(topic)).toEqual({ topic, form: 'plain' })
    },
  )

  it('decodes a plain topic that is also valid in the multibase', () => {
    expect(readTopic('uYQ')).toEqual({ topic: 'a', form: 'multibase' })
  })
})
