import { describe, expect, it } from 'vitest'
import { type Factory, startWorker, type WorkerScope } from '../../../web/app/build/start-worker.ts'

/** A worker's scope with a server that has `files`. */
function workerScope(files: Record<string, Factory>) {
  const imported: string[] = []
  const installing: Promise<unknown>[] = []
  let install = () => {}
  const scope: WorkerScope = {
    importScripts(name) {
      imported.push(name)
      const factory = files[name]
      if (!factory) throw new Error(`NetworkError: ${name}`)
      scope.definePart?.(factory)
    },
    addEventListener(_, listener) {
      install = () => listener({ waitUntil: (done) => void installing.push(done) })
    },
  }
  const installed = () => {
    install()
    return Promise.all(installing)
  }
  return { scope, imported, installed }
}

describe('startWorker()', () => {
  it('imports all parts when the worker is installed, and runs none of them', async () => {
    const ran: string[] = []
    const { scope, imported, installed } = workerScope({
      'a.js': () => ran.push('a'),
      'b.js': () => ran.push('b'),
    })

    startWorker(scope, { name: 'sw.js', parts: ['a.js', 'b.js'], main: () => ran.push('main') })
    expect([imported, ran]).toEqual([[], ['main']])
    await installed()

    expect([imported, ran]).toEqual([['a.js', 'b.js'], ['main']])
  })

  it('imports and runs a part once, when it is first required', () => {
    let runs = 0
    let needed = (_: string): object => ({})
    const { scope, imported } = workerScope({
      'a.js'(exports, load) {
        runs += 1
        Object.assign(exports, { main: load('./sw.js'), self: load('./a.js') })
      },
    })

    startWorker(scope, {
      name: 'sw.js',
      parts: ['a.js'],
      main(exports, load) {
        Object.assign(exports, { name: 'main' })
        needed = load
      },
    })
    const part = needed('./a.js')

    expect(part).toEqual({ main: { name: 'main' }, self: part })
    expect(needed('./a.js')).toBe(part)
    expect([imported, runs]).toEqual([['a.js'], 1])
  })

  it('is not installed without all of its parts', async () => {
    const { scope, installed } = workerScope({ 'a.js': () => {} })

    startWorker(scope, { name: 'sw.js', parts: ['a.js', 'gone.js'], main: () => {} })

    await expect(installed()).rejects.toThrow('gone.js')
  })

  it('runs a part anew after it has failed', () => {
    let isBroken = true
    let needed = (_: string): object => ({})
    const { scope } = workerScope({
      'a.js'(exports) {
        if (isBroken) throw new Error('broken')
        Object.assign(exports, { name: 'a' })
      },
    })
    startWorker(scope, {
      name: 'sw.js',
      parts: ['a.js'],
      main(_, load) {
        needed = load
      },
    })

    expect(() => needed('./a.js')).toThrow('broken')
    isBroken = false
    expect(needed('./a.js')).toEqual({ name: 'a' })
  })
})
