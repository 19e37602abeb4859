// Trail Coach with Express: connect a person, log their runs, advise them.
//
//   MEMORY_URL=… SLUG=… CLIENT_ID=… CLIENT_SECRET=… node examples/trail-coach/express.mjs
import { randomUUID } from 'node:crypto'
import { connectUrl, handleCallback, MemoryService, MemoryServiceError, newConnectAttempt } from '@memory-service/sdk'
import express from 'express'

const {
  MEMORY_URL: baseUrl,
  SLUG: client,
  CLIENT_ID: clientId,
  CLIENT_SECRET: clientSecret,
  PORT = '8790',
} = process.env
const redirectUri = `http://127.0.0.1:${PORT}/callback`
const scopes = ['memory:read:fitness.*', 'memory:write:fitness.*', 'context:read:coach']

// A real app has a session store and a database.
const sessions = new Map()

const app = express()
app.use(express.json(), (request, response, next) => {
  const [, id] = /coach=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
  const known = sessions.get(id)
  request.session = known ?? {}
  if (!known) {
    const fresh = randomUUID()
    sessions.set(fresh, request.session)
    response.cookie('coach', fresh, { httpOnly: true, sameSite: 'lax' })
  }
  next()
})

app.get('/connect', async (request, response) => {
  const attempt = await newConnectAttempt()
  request.session.attempt = attempt
  const { state, codeChallenge } = attempt
  response.redirect(connectUrl({ baseUrl, client, redirectUri, scopes, state, codeChallenge }))
})

app.get('/callback', async (request, response) => {
  const { state, codeVerifier } = request.session.attempt ?? {}
  const attempt = { baseUrl, clientId, clientSecret, redirectUri, state, codeVerifier }
  request.session.token = (await handleCallback(request.url, attempt)).connection_token
  response.send('Connected.')
})

app.post('/runs', async (request, response) => {
  const { km, trail } = request.body
  const content = `Ran ${km} km on the ${trail} trail.`
  const { results } = await memoryOf(request).remember({ scope: 'fitness.trail', kind: 'event', content })
  response.json(results[0])
})

app.get('/advice', async (request, response) => {
  const { memories, suggestions } = await memoryOf(request).context('coach', { query: 'trail runs', limit: 5 })
  response.json({ runs: memories.map(({ content }) => content), advice: suggestions.adaptation })
})

app.use((error, _request, response, _next) => {
  if (!(error instanceof MemoryServiceError)) throw error
  response.status(error.status ?? 400).json({ error: error.code, message: error.message })
})

app.listen(Number(PORT), '127.0.0.1', () => console.log(`Trail Coach at http://127.0.0.1:${PORT}/connect`))

function memoryOf({ session }) {
  return new MemoryService({ baseUrl, token: session.token })
}
