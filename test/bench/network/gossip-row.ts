import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../http/client.ts'
import { textForm } from '../http/forms.ts'
import { MILLISECONDS, outcomeOf } from '../measure.ts'
import { type NetworkRows, withDaemon } from './with-daemon.ts'

const TURNS = 40
const QUICK_TURNS = 5

/** A message from one `npm start` to another, which answers at once in a second topic. */
export async function gossipRow({ isQuick, report }: NetworkRows): Promise<void> {
  const times = await withDaemon([], ({ api: here }, address) =>
    withDaemon([], async ({ api: there }) => {
      await there.post(`swarm/connect?arg=${address}`)
      const answers = await subscribe(here, 'answers')
      const questions = await subscribe(there, 'questions')
      try {
        await untilPeers(here, 'questions')
        await untilPeers(there, 'answers')
        return await roundTrips({ here, there, answers, questions, turns: isQuick ? QUICK_TURNS : TURNS })
      } finally {
        await Promise.all([answers.end(), questions.end()])
      }
    }),
  )
  const outcomes = { tidepool: outcomeOf(times) }
  report({ section: 'network', name: 'a message between two nodes and back', unit: MILLISECONDS, outcomes })
}

interface Subscription {
  next(): Promise<void>
  end(): Promise<void>
}

interface RoundTrips {
  readonly here: Api
  readonly there: Api
  readonly answers: Subscription
  readonly questions: Subscription
  readonly turns: number
}

async function roundTrips({ here, there, answers, questions, turns }: RoundTrips): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now()
    await publish(here, 'questions', turn)
    await questions.next()
    await publish(there, 'answers', turn)
    await answers.next()
    times.push(performance.now() - start)
  }
  return times
}

async function publish(api: Api, topic: string, turn: number): Promise<void> {
  await api.post(`pubsub/pub?arg=${encoded(topic)}`, { form: textForm(`message ${turn}`) })
}

async function subscribe(api: Api, topic: string): Promise<Subscription> {
  const leaving = new AbortController()
  const response = await fetch(`${api.url}/pubsub/sub?arg=${encoded(topic)}`, {
    method: 'POST',
    signal: leaving.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async next() {
      while (!text.includes('}\n')) {
        const { done, value = '' } = (await reader?.read()) ?? { done: true }
        if (done) throw new Error('The subscription has ended')
        text += value
      }
      text = text.slice(text.indexOf('}\n') + 2)
    },
    end: async () => leaving.abort(),
  }
}

async function untilPeers(api: Api, topic: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { Strings } = JSON.parse((await api.post(`pubsub/peers?arg=${encoded(topic)}`)).text)
    if (Strings?.length > 0) return
    await sleep(50)
  }
  throw new Error(`no peer has subscribed to ${topic}`)
}

/** Topics are in base64url with the prefix of the encoding. */
function encoded(topic: string): string {
  return `u${Buffer.from(topic).toString('base64url')}`
}
