import { Alert, Group, Stack, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api, type Shape } from '../api/client.ts'
import { ButtonLink } from '../ui/link.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Secret } from '../ui/secret.tsx'
import { PORTAL } from '../urls.ts'
import { type AppDraft, AppForm } from './app-form.tsx'
import { FirstCall } from './first-call.tsx'
import { appQuery } from './queries.ts'

const NOTHING: AppDraft = {
  name: '',
  description: null,
  iconUrl: null,
  homepageUrl: null,
  redirect_uris: [],
  manifest: { scopes: [], intents: [], eventTypes: [] },
}

/** Where an app is registered; then its credentials, this once, and how to make the first call with them. */
export function NewApp() {
  const [made, setMade] = useState<Shape<'RegisteredApp'>>()
  const navigate = useNavigate()
  const client = useQueryClient()
  const register = async (body: AppDraft) => {
    const registered = await answer(api.POST('/v1/dev/apps', { body }))
    client.setQueryData(appQuery(registered.app.id).queryKey, registered.app)
    client.invalidateQueries({ queryKey: ['apps'] })
    setMade(registered)
    // The form is long, and was sent from its end; the credentials stand at the top.
    scrollTo(0, 0)
  }
  if (made) return <Registered made={made} />
  return (
    <Stack gap="lg" maw={720}>
      <PageTitle title="New app" lead="Everything here can be changed later." />
      <AppForm draft={NOTHING} deed="Create the app" onSave={register} onCancel={() => navigate({ to: PORTAL.apps })} />
    </Stack>
  )
}

function Registered({ made: { app, client_id, client_secret } }: { made: Shape<'RegisteredApp'> }) {
  return (
    <Stack gap="xl" maw={720}>
      <PageTitle title={`${app.name} is registered`} lead="Store its credentials, then make the first call." />
      <Stack component="section" aria-label="Credentials" className="surface" p="md">
        <Alert color="orange" variant="light">
          The client secret is shown only once; we keep no copy we could read. Store it now. If you lose it, rotate it
          to get a new one.
        </Alert>
        <Secret label="Client id" value={client_id} />
        <Secret label="Client secret" value={client_secret} note="Keep it on your server, never in a browser." />
      </Stack>
      <Stack component="section" gap="md">
        <Title order={2} size="h4">
          The first call
        </Title>
        <FirstCall app={app} secret={client_secret} />
      </Stack>
      <Group>
        <ButtonLink to={PORTAL.app} params={{ id: app.id }} variant="default">
          I have stored them; go to the app
        </ButtonLink>
      </Group>
    </Stack>
  )
}
