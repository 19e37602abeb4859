import { Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../api/client.ts'
import { portalQueries } from '../api/portal/queries.ts'
import { mailQuery, queryKeys } from '../api/queries.ts'
import { invalidate, queryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import { UnconfirmedNote } from '../common/unconfirmed-note.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useSecretGuard } from '../ui/secret-guard.tsx'
import utilities from '../ui/utilities.module.css'
import { PORTAL } from '../urls.ts'
import { type AppDraft, AppForm } from './app-form.tsx'
import { FirstCall } from './first-call.tsx'

const EMPTY: AppDraft = {
  name: '',
  description: null,
  iconUrl: null,
  homepageUrl: null,
  privacyUrl: null,
  redirect_uris: [],
  manifest: { scopes: [], intents: [], eventTypes: [] },
  dpop_bound_access_tokens: false,
}

/** The form for a new app. After it is registered, shows its credentials once and the first call. */
export function NewApp() {
  const [registered, setRegistered] = useState<Shape<'RegisteredApp'>>()
  const { data: account } = useSession('developer')
  // The note about the address is above the form.
  const { isLoading } = useQuery({ ...mailQuery, enabled: account?.emailConfirmed === false })
  const navigate = useNavigate()
  const register = async (body: AppDraft) => {
    const created = await unwrap(api.POST('/v1/dev/apps', { body }))
    queryClient.setQueryData(portalQueries.app(created.app.id).queryKey, created.app)
    invalidate(queryKeys.apps)
    setRegistered(created)
    // The submit button is at the end of a long form, and the credentials are at the top.
    scrollTo(0, 0)
  }
  if (registered) return <Registered registered={registered} />
  return (
    <Stack gap="lg" maw={720}>
      <PageTitle
        title="New app"
        lead="Everything here can be changed later."
        above={<BackLink to={PORTAL.apps} label="Apps" />}
      />
      {isLoading ? (
        <Loading />
      ) : (
        <>
          {account && <UnconfirmedNote accountKind="developer" account={account} />}
          <AppForm
            draft={EMPTY}
            submitLabel="Create the app"
            onSave={register}
            onCancel={() => navigate({ to: PORTAL.apps })}
          />
        </>
      )}
    </Stack>
  )
}

function Registered({ registered }: { registered: Shape<'RegisteredApp'> }) {
  const { app, client_id, client_secret } = registered
  const { release, question } = useSecretGuard(client_secret)
  return (
    <Stack gap="xl" maw={720}>
      <PageTitle title={`${app.name} is registered`} lead="Store its credentials, then make the first call." />
      <Stack component="section" aria-label="Credentials" className={utilities.surface} p="md">
        <Note tone="warning">
          The client secret is shown only once; we keep no copy we could read. Store it now. If you lose it, rotate it
          to get a new one.
        </Note>
        <CopyField label="Client id" value={client_id} />
        <CopyField
          label="Client secret"
          value={client_secret}
          note="Keep it on your server, never in a browser."
          onCopied={release}
        />
      </Stack>
      <Stack component="section" gap="md">
        <Title order={2} size="h4">
          The first call
        </Title>
        <FirstCall app={app} secret={client_secret} />
      </Stack>
      <Group>
        <ButtonLink to={PORTAL.app} params={{ id: app.id }} variant="default" onClick={release}>
          I have stored them; go to the app
        </ButtonLink>
      </Group>
      {question}
    </Stack>
  )
}
