import { Trans } from '@lingui/react/macro'
import { Code, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import utilities from '../../ui/utilities.module.css'
import type { ConsentRequest } from './request.ts'

/** What a request cannot be granted for: the parameter, as in the address of this page. */
export type Mistake = 'client' | 'redirect_uri' | 'scope' | 'error'

interface ForDevelopersProps {
  mistake: Mistake
  request: ConsentRequest
}

/** What is wrong with the request of an app, in the terms of its developers. */
export function ForDevelopers({ mistake, request }: ForDevelopersProps) {
  const { app, redirectUri, scope, refused } = request
  const client = 'slug' in app ? app.slug : app.client_id
  const value = { client, redirect_uri: redirectUri, scope, error: refused }[mistake]
  if (mistake === 'client' && !client)
    return (
      <Details>
        <Trans>
          The parameter <Code>client</Code> is missing: the slug or the client id of the app. A standard OAuth client
          sends <Code>client_id</Code> instead.
        </Trans>
      </Details>
    )
  return (
    <Details parameter={`${mistake}=${value ?? ''}`}>
      {mistake === 'client' && <Trans>No app has this slug or client id:</Trans>}
      {mistake === 'redirect_uri' && (
        <Trans>
          The app <Code>{client}</Code> sent this redirect URI, which is none of those registered in the portal. They
          have to be the same to the letter:
        </Trans>
      )}
      {mistake === 'scope' && (
        <Trans>
          The manifest of the app <Code>{client}</Code> declares none of the scopes that it asked for:
        </Trans>
      )}
      {mistake === 'error' && (
        <Trans>
          The request of the app <Code>{client}</Code> was refused with this OAuth error:
        </Trans>
      )}
    </Details>
  )
}

/** Folded away, since only developers can do something about it. */
function Details({ parameter, children }: { parameter?: string; children: ReactNode }) {
  return (
    <details>
      <summary>
        <Trans>For developers</Trans>
      </summary>
      <Text size="sm" c="dimmed" my={6} className={utilities.prose}>
        {children}
      </Text>
      {parameter && (
        <Code block className={utilities.breakWords} style={{ whiteSpace: 'pre-wrap' }}>
          {parameter}
        </Code>
      )}
    </details>
  )
}
