/** What an app asks for in the address it sends a person to, as it stands there (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export interface Asked {
  client: string
  redirectUri?: string
  scope?: string
  /** Why the service takes no decision on it, as a code of the standard; only of an app that is not verified. */
  refused?: string
  /** Handed on with the decision. */
  passed: { state?: string; code_challenge?: string; code_challenge_method?: 'S256'; resource?: string }
}

/** Reads an address's query. What the service would not take is for the service to refuse. */
export function askedIn(query: string): Asked {
  const values = new URLSearchParams(query)
  const value = (name: string) => values.get(name) || undefined
  return {
    client: value('client') ?? '',
    redirectUri: value('redirect_uri'),
    scope: value('scope'),
    refused: value('refused'),
    passed: {
      state: value('state'),
      code_challenge: value('code_challenge'),
      code_challenge_method: value('code_challenge_method') as 'S256' | undefined,
      resource: value('resource'),
    },
  }
}
