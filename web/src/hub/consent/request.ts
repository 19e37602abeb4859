/** The authorization request of an app, as in the address it sent the user to (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export interface ConsentRequest {
  /** The app, by its slug or its client id. */
  app: { slug: string } | { client_id: string }
  redirectUri?: string
  scope?: string
  /** A ticket for memories that the app holds. */
  claim?: string
  /** An OAuth error code: why the service rejected the request of an unverified app. */
  refused?: string
  /** Sent back with the decision, unchanged. */
  passthrough: {
    state?: string
    code_challenge?: string
    code_challenge_method?: 'S256'
    dpop_jkt?: string
    resource?: string
  }
}

// No slug has an underscore, so `client` may also be a client id.
function appOf(client: string | undefined, client_id: string | undefined): ConsentRequest['app'] {
  if (client?.startsWith('cli_')) return { client_id: client }
  return client === undefined && client_id !== undefined ? { client_id } : { slug: client ?? '' }
}

/** Parses the query of the consent page. The service validates the values. */
export function parseConsentRequest(query: string): ConsentRequest {
  const values = new URLSearchParams(query)
  const value = (name: string) => values.get(name) || undefined
  const [client, client_id] = [value('client'), value('client_id')]
  return {
    app: appOf(client, client_id),
    redirectUri: value('redirect_uri'),
    scope: value('scope'),
    claim: value('claim'),
    refused: value('refused'),
    passthrough: {
      state: value('state'),
      code_challenge: value('code_challenge'),
      code_challenge_method: value('code_challenge_method') as 'S256' | undefined,
      dpop_jkt: value('dpop_jkt'),
      resource: value('resource'),
    },
  }
}
