import { Group, Stack, Text } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { ButtonLink, TextLink } from '../ui/link.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Plain } from '../ui/plain.tsx'
import { HUB, PORTAL } from '../urls.ts'

/** Where developers start: what this is for and what to do first; for somebody signed in, their apps. */
export function DeveloperHome() {
  const { data: account } = useSession('developer')
  if (account) return <Navigate to={PORTAL.apps} replace />
  return (
    <Plain holder="developer" width={560}>
      <PageTitle title="Your app can remember people, with their consent" />
      <Stack gap="sm" fz="lg">
        <Text inherit>
          Your app asks a person for what it wants to read and write; they decide, scope by scope, and you get a token.
        </Text>
        <Text inherit>
          With it you remember facts in plain language, recall them by relevance, and hear of what happens by webhook.
        </Text>
        <Text inherit>Create an account first; your first call is about five minutes away.</Text>
      </Stack>
      <Group>
        <ButtonLink to={PORTAL.signUp} size="md">
          Create a developer account
        </ButtonLink>
        <ButtonLink to={PORTAL.signIn} size="md" variant="default">
          Sign in
        </ButtonLink>
      </Group>
      <Text size="sm" c="dimmed">
        Looking for your own memories?{' '}
        <TextLink to={HUB.home} inherit>
          Go to the Hub
        </TextLink>
      </Text>
    </Plain>
  )
}
