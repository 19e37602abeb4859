import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api, type Shape } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { useSession } from '../api/session.ts'
import { CredentialsForm } from '../ui/credentials.tsx'
import { Initials } from '../ui/initials.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Plain } from '../ui/plain.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { type Asked, askedIn } from './asked.ts'
import { Decision } from './decision.tsx'

/** Where an app sends a person to ask for access. Whatever is wrong with the request ends here and redirects nowhere. */
export function Connect() {
  const [asked] = useState(() => askedIn(location.search))
  const preview = useQuery({
    queryKey: ['preview', asked],
    queryFn: () =>
      answer(
        api.GET('/v1/oauth/preview', {
          params: { query: { slug: asked.client, scope: asked.scope, redirect_uri: asked.redirectUri } },
        }),
      ),
  })
  return (
    <Plain holder="user" width={560}>
      {preview.data ? (
        <Request asked={asked} preview={preview.data} />
      ) : preview.error ? (
        <Unknown error={preview.error} retry={preview.refetch} />
      ) : (
        <Loading rows={4} height={96} />
      )}
    </Plain>
  )
}

function Request({ asked, preview }: { asked: Asked; preview: Shape<'ConsentPreview'> }) {
  const { data: account, error, refetch } = useSession('user')
  if (!preview.redirect_ok)
    return (
      <Refused title="This link is broken">
        {preview.app.name} asks to send you to an address it has not registered. Nothing was shared, and you are not
        sent anywhere. Tell the makers of {preview.app.name} if you came from their app.
      </Refused>
    )
  if (asked.refused)
    return (
      <Refused title="This request is broken">
        {asked.refused === 'invalid_scope'
          ? `${preview.app.name} asks for nothing it may have.`
          : `${preview.app.name} asks in a way that cannot be granted.`}{' '}
        Nobody has registered this app here, so you are not sent back to it. Nothing was shared. Start again from the
        app, or tell its makers.
      </Refused>
    )
  if (!preview.scopes.length)
    return (
      <Refused title="Nothing to decide on">
        {preview.app.name} asks for nothing it may have, so there is nothing to allow. Nothing was shared.
      </Refused>
    )
  if (account) return <Decision asked={asked} preview={preview} account={account} />
  if (account === null) return <SignInFirst app={preview.app.name} />
  return error ? <Trouble error={error} retry={refetch} /> : <Loading rows={4} height={96} />
}

function SignInFirst({ app }: { app: string }) {
  const [deed, setDeed] = useState<'sign in' | 'sign up'>('sign in')
  const isNew = deed === 'sign up'
  return (
    <Stack gap="lg" maw={400} mx="auto" w="100%">
      <Group wrap="nowrap" align="flex-start">
        <Initials name={app} size={48} />
        <PageTitle
          title={isNew ? 'Create your account' : 'Sign in'}
          lead={`${app} wants to connect to your memory. You decide on that next.`}
        />
      </Group>
      <CredentialsForm key={deed} holder="user" deed={deed} />
      <Text size="sm">
        {isNew ? 'Already have an account? ' : 'New here? '}
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          onClick={() => setDeed(isNew ? 'sign in' : 'sign up')}
        >
          {isNew ? 'Sign in' : 'Create an account'}
        </Anchor>
      </Text>
    </Stack>
  )
}

function Unknown({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ApiError) || (error.code !== 'not_found' && error.code !== 'validation_failed'))
    return <Trouble error={error} retry={retry} />
  return (
    <Refused title="We do not know this app">
      The link that brought you here names no app we know, or is incomplete. Nothing was shared, and you are not sent
      anywhere. Go back to the app and try again from there.
    </Refused>
  )
}

function Refused({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack role="alert">
      <PageTitle title={title} />
      <Text>{children}</Text>
    </Stack>
  )
}
