import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Shape } from '../../api/client.ts'
import { Loading } from '../../ui/loading.tsx'
import { ScopeList } from '../../ui/scopes.tsx'
import { describedQuery } from '../queries.ts'

/** An app's metadata and manifest, to be read. */
export function ManifestSummary({ app }: { app: Shape<'App'> }) {
  const { scopes, intents, eventTypes } = app.manifest
  const described = useQuery(describedQuery(scopes))
  return (
    <Stack>
      <dl className="about">
        <Fact name="Slug">{app.slug}</Fact>
        <Fact name="Description">{app.description}</Fact>
        <Fact name="Home page">{app.homepageUrl}</Fact>
        <Fact name="Redirect URIs">{lines(app.redirect_uris)}</Fact>
        <Fact name="Intents it serves">{intents.join(', ')}</Fact>
        <Fact name="Signals it listens to">{eventTypes.join(', ')}</Fact>
      </dl>
      {scopes.length > 0 && !described.data && <Loading rows={2} height={96} />}
      {described.data && <ScopeList scopes={described.data} ticked={new Set(scopes)} />}
    </Stack>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children || (
          <Text span inherit c="dimmed">
            None
          </Text>
        )}
      </dd>
    </div>
  )
}

function lines(values: string[]): ReactNode {
  return values.length > 0 && values.map((value) => <div key={value}>{value}</div>)
}
