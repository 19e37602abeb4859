// “Connect your memory”: the person goes to the service, says what this app may do, and comes back with a code that is
// worth nothing to anybody else (OAuth 2.1 with PKCE).

import { allows, connectUrl, handleCallback, MemoryServiceError, newConnectAttempt, revoke } from '@memory-service/sdk'
import { ENTRY_SCOPE, SCOPES, SERVICE_URL, TIMEOUT_MS } from './config.mjs'
import { inPlainWords } from './trouble.mjs'
import { keepConnection, newVisitor } from './visitors.mjs'

/** Sends the person to the consent page. What the answer will be held against stays here, with their session. */
export async function connect({ app, visitor }) {
  const { state, codeVerifier, codeChallenge } = await newConnectAttempt()
  visitor.attempt = { state, codeVerifier }
  const redirectUri = `${app.url}/callback`
  const to = connectUrl({ hubUrl: SERVICE_URL, client: app.slug, redirectUri, scopes: SCOPES, state, codeChallenge })
  return { to }
}

/** The person is back. Whether the answer is theirs, and the service's, is looked at before its code is exchanged. */
export async function callback({ app, visitor, url }) {
  const { attempt } = visitor
  // Good for one answer, whatever it is.
  visitor.attempt = undefined
  try {
    const {
      connection_token: token,
      connection_id: id,
      scopes,
    } = await handleCallback(url, { ...credentialsOf(app), ...attempt, redirectUri: `${app.url}/callback` })
    const { visitor: connected, setCookie } = newVisitor(app.secure, visitor)
    keepConnection(connected, { id, token })
    // People may grant less than was asked for.
    const mayWrite = allows(scopes, `memory:write:${ENTRY_SCOPE}`)
    const then = mayWrite ? 'What you write from now on is remembered.' : 'It may read, and nothing you write is kept.'
    return { ...back(connected, `Connected. ${then}`), setCookie }
  } catch (error) {
    // A SERVICE_URL that is not what the service calls itself shows here; the person could do nothing about it.
    if (error.code === 'invalid_callback') console.warn(error.message)
    return back(visitor, inPlainWords(error))
  }
}

/** Gives the access back: the service ends the connection, and the token is worth nothing. */
export async function disconnect({ app, visitor }) {
  try {
    if (visitor.connection) await revoke({ ...credentialsOf(app), token: visitor.connection.token })
  } catch (error) {
    if (!(error instanceof MemoryServiceError)) throw error
    return back(visitor, `${inPlainWords(error)} You are still connected.`)
  }
  keepConnection(visitor, undefined)
  return back(visitor, 'Disconnected. What was remembered stays yours, in your memory.')
}

function credentialsOf({ clientId, clientSecret }) {
  return { baseUrl: SERVICE_URL, clientId, clientSecret, timeoutMs: TIMEOUT_MS }
}

function back(visitor, words) {
  visitor.flash = words
  return { to: '/' }
}
