import { expect, it } from 'vitest'
import { createRoutes } from '../../../src/http/routes.ts'

const ask = async (app: ReturnType<typeof createRoutes>, path: string) =>
  (await app.fetch(new Request(`http://host${path}`))).text()

it('answers a path that was asked for before with its own parameters', async () => {
  const app = createRoutes()
  app.get('/names/:name', (c) => new Response(c.req.param('name')))

  const answers = [await ask(app, '/names/a'), await ask(app, '/names/b'), await ask(app, '/names/a')]

  expect(answers).toEqual(['a', 'b', 'a'])
})

it('knows the method of each answer', async () => {
  const app = createRoutes()
  app.get('/', () => new Response('read'))
  app.post('/', () => new Response('written'))

  const answers = await Promise.all(
    ['GET', 'POST', 'GET'].map(async (method) =>
      (await app.fetch(new Request('http://host/', { method }))).text(),
    ),
  )

  expect(answers).toEqual(['read', 'written', 'read'])
})
