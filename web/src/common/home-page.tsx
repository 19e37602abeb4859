import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text, Title } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useSession } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { ColumnLayout } from '../ui/column-layout.tsx'
import { ButtonLink, TextLink } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import css from './home-page.module.css'

const WIDTH = 1080
const ICON_SIZE = 22

/** What the home page says of the Hub or of the portal. */
export interface Surface {
  start: string
  signIn: string
  signUp: string
  title: string
  lead: string
  signUpLabel: string
  Picture: ComponentType
  promises: readonly { icon: ComponentType<{ size?: number }>; title: string; text: string }[]
  /** What to read on other pages. */
  reading: readonly { label: string; to: string }[]
  other: { question: string; label: string; to: string }
}

/** The home page: what the product is, a picture of it and what it promises. With a session it redirects to its start. */
export function HomePage({ accountKind, surface }: { accountKind: AccountKind; surface: Surface }) {
  const { data: account } = useSession(accountKind)
  const { start, signIn, signUp, title, lead, promises, Picture, signUpLabel, reading, other } = surface
  if (account) return <Navigate to={start} replace />
  return (
    <ColumnLayout accountKind={accountKind} width={WIDTH}>
      <div className={css.hero}>
        <div>
          <PageTitle title={title} size="h1" />
          <Text size="lg" c="dimmed" mt="md" maw="34ch" className={css.lead}>
            {lead}
          </Text>
          <Group mt="xl" gap="sm" className={css.actions}>
            <ButtonLink to={signUp} size="lg" radius="xl">
              {signUpLabel}
            </ButtonLink>
            <ButtonLink to={signIn} size="lg" radius="xl" variant="default">
              <Trans>Sign in</Trans>
            </ButtonLink>
          </Group>
          {reading.length > 0 && (
            <Group gap="lg" mt="lg" component="nav" aria-label={t`To read`}>
              {reading.map(({ label, to }) => (
                <TextLink key={to} to={to}>
                  {label}
                </TextLink>
              ))}
            </Group>
          )}
        </div>
        <Picture />
      </div>
      <ul className={css.promises}>
        {promises.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon size={ICON_SIZE} />
            <Title order={2} size="h5" mt="sm">
              {title}
            </Title>
            <Text c="dimmed">{text}</Text>
          </li>
        ))}
      </ul>
      <Text c="dimmed">
        {other.question}{' '}
        <TextLink to={other.to} inherit underline="always">
          {other.label}
        </TextLink>
      </Text>
    </ColumnLayout>
  )
}
