// “Connect your memory”: the service asks the user for consent and redirects them back with a code, which only this app can
// exchange (OAuth 2.1 with PKCE).

import { allows, connectUrl, handleCallback, MemoryServiceError, newConnectAttempt, revoke } from '@memory-service/sdk'
import { ENTRY_SCOPE, SCOPES, SERVICE_URL, TIMEOUT_MS } from './config.mjs'
import { inPlainWords } from './trouble.mjs'
import { keepConnection, newVisitor } from './visitors.mjs'

/** Redirects the user to the consent page, and stores the attempt in their session to verify the callback. */
export async function connect({ app, visitor }) {
  const { state, codeVerifier, codeChallenge } = await newConnectAttempt()
  visitor.attempt = { state, codeVerifier }
  const redirectUri = `${app.url}/callback`
  const to = connectUrl({ hubUrl: SERVICE_URL, client: app.slug, redirectUri, scopes: SCOPES, state, codeChallenge })
  return { to }
}

/** Handles the redirect back. `handleCallback` checks session and issuer before it exchanges the code. */
export async function callback({ app, visitor, url }) {
  const { attempt } = visitor
  // An attempt is valid for one callback, whatever its result.
  visitor.attempt = undefined
  try {
    const {
      connection_token: token,
      connection_id: id,
      scopes,
    } = await handleCallback(url, { ...credentialsOf(app), ...attempt, redirectUri: `${app.url}/callback` })
    const { visitor: connected, setCookie } = newVisitor(app.secure, visitor)
    keepConnection(connected, { id, token })
    // Users may grant fewer scopes than requested.
    const mayWrite = allows(scopes, `memory:write:${ENTRY_SCOPE}`)
    const then = mayWrite ? 'What you write from now on is remembered.' : 'It may read, and nothing you write is saved.'
    return { ...back(connected, `Connected. ${then}`), setCookie }
  } catch (error) {
    // Logged for the operator, because one cause is a SERVICE_URL that differs from the service's BASE_URL.
    if (error.code === 'invalid_callback') console.warn(error.message)
    return back(visitor, inPlainWords(error))
  }
}

/** Revokes the connection and its token. */
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
