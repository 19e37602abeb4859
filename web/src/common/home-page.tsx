import { Group, Stack, Text } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { ColumnLayout } from '../ui/column-layout.tsx'
import { ButtonLink, TextLink } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { HUB, PORTAL } from '../urls.ts'

const SURFACES = {
  user: {
    ...HUB,
    start: HUB.memories,
    title: 'One memory, yours, for all your apps',
    paragraphs: [
      'What you tell one app, the others can know too: it is kept here, in one place that belongs to you.',
      'You decide, app by app, what each may read and write, and you can look at it, correct it or end it at any time.',
      'Create your account first; then open an app you like and press its “Connect” button.',
    ],
    signUpLabel: 'Create your account',
    other: { question: 'Building an app?', label: 'Go to the developer portal', to: PORTAL.home },
  },
  developer: {
    ...PORTAL,
    start: PORTAL.apps,
    title: 'Your app can remember people, with their consent',
    paragraphs: [
      'Your app asks a person for what it wants to read and write; they decide, scope by scope, and you get a token.',
      'With it you remember facts in plain language, recall them by relevance, and hear of what happens by webhook.',
      'Create an account first; your first call is about five minutes away.',
    ],
    signUpLabel: 'Create a developer account',
    other: { question: 'Looking for your own memories?', label: 'Go to the Hub', to: HUB.home },
  },
} as const

/** The home page: what the product is and what to do first. With a session it redirects to the memories or apps. */
export function HomePage({ accountKind }: { accountKind: AccountKind }) {
  const { data: account } = useSession(accountKind)
  const { start, signIn, signUp, title, paragraphs, signUpLabel, other } = SURFACES[accountKind]
  if (account) return <Navigate to={start} replace />
  return (
    <ColumnLayout accountKind={accountKind} width={560}>
      <PageTitle title={title} />
      <Stack gap="sm" fz="lg">
        {paragraphs.map((paragraph) => (
          <Text key={paragraph} inherit>
            {paragraph}
          </Text>
        ))}
      </Stack>
      <Group>
        <ButtonLink to={signUp} size="md">
          {signUpLabel}
        </ButtonLink>
        <ButtonLink to={signIn} size="md" variant="default">
          Sign in
        </ButtonLink>
      </Group>
      <Text size="sm" c="dimmed">
        {other.question}{' '}
        <TextLink to={other.to} inherit underline="always">
          {other.label}
        </TextLink>
      </Text>
    </ColumnLayout>
  )
}
