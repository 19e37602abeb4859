import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { describedScopesQuery } from '../../api/catalog-queries.ts'
import type { Shape } from '../../api/client.ts'
import { Definition, DefinitionList } from '../../ui/definition-list.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ScopeList } from '../../ui/scope-list.tsx'

/** The metadata and manifest of an app, read-only. */
export function ManifestSummary({ app }: { app: Shape<'App'> }) {
  const { scopes, intents, eventTypes } = app.manifest
  const described = useQuery(describedScopesQuery(scopes))
  return (
    <Stack>
      <DefinitionList>
        <Values name="Slug" values={[app.slug]} />
        <Values name="Description" values={[app.description]} />
        <Values name="Home page" values={[app.homepageUrl]} />
        <Values name="Privacy policy" values={[app.privacyUrl]} />
        <Values name="Icon" values={[app.iconUrl]} />
        <Values name="Redirect URIs" values={app.redirect_uris} />
        <Values name="Requires bound tokens" values={[app.dpop_bound_access_tokens ? 'Yes' : 'No']} />
        <Values name="Intents it serves" values={[intents.join(', ')]} />
        <Values name="Signals it listens to" values={[eventTypes.join(', ')]} />
      </DefinitionList>
      {scopes.length > 0 && !described.data && <Loading rows={2} height={96} />}
      {described.data && <ScopeList scopes={described.data} ticked={new Set(scopes)} />}
    </Stack>
  )
}

/** Values, one per line. */
function Values({ name, values }: { name: string; values: readonly (string | null)[] }) {
  const present = values.filter(Boolean)
  return (
    <Definition name={name}>
      {present.length ? (
        present.map((value) => <div key={value}>{value}</div>)
      ) : (
        <Text span inherit c="dimmed">
          None
        </Text>
      )}
    </Definition>
  )
}
