import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { accountSessionsQuery, noticesQuery } from '../../api/account-settings.ts'
import { planUsageQuery } from '../../api/hub/consent-queries.ts'
import { hubQueries } from '../../api/hub/queries.ts'
import { mailQuery } from '../../api/queries.ts'
import { AddressSection } from '../../common/address-section.tsx'
import { NoticesSection } from '../../common/notices-section.tsx'
import { PlanMeter } from '../../common/plan-meter.tsx'
import { SessionsSection } from '../../common/sessions-section.tsx'
import { ChangePassword, EraseAccount } from '../../ui/account.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LanguageSelect } from '../../ui/language-select.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Section } from '../../ui/section.tsx'
import { HUB } from '../../urls.ts'
import { Assistant } from './assistant.tsx'
import { Connectors } from './connectors.tsx'
import { ExportButton } from './export.tsx'
import css from './page.module.css'
import { Profile } from './profile.tsx'

/** The settings of the user: the profile, the assistant, the plan, export and import, connectors and the account. */
export function Settings() {
  // The sections are shown together, because a section that loads later would push the ones below it down.
  const queries = [
    useQuery(hubQueries.identity),
    useQuery(planUsageQuery),
    useQuery(hubQueries.connectors),
    useQuery(mailQuery),
    useQuery(accountSessionsQuery('user')),
    useQuery(noticesQuery('user')),
  ]
  return (
    <Stack gap={32}>
      <Stack gap="sm">
        <PageTitle title={t`Settings`} />
        <nav aria-label={t`Parts of the settings`} className={css.parts}>
          {parts().map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </Stack>
      {queries.some(({ isPending }) => isPending) ? <Loading rows={4} height={180} /> : <Sections />}
    </Stack>
  )
}

/** The parts of the page, by their ids. */
const parts = () => [
  { id: 'you', title: t`You and your assistant` },
  { id: 'data', title: t`Your memories` },
  { id: 'account', title: t`Account and sign-in` },
]

function Sections() {
  const connectors = useQuery(hubQueries.connectors).data
  // The sections were not there when the browser looked for the part that the address names.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <>
      <Part id="you">
        <div className={css.fields}>
          <Profile />
        </div>
        <Section level={3} title={t`Language`} lead={t`Of these pages, in this browser.`}>
          <LanguageSelect size="field" />
        </Section>
        <Section
          level={3}
          title={t`Your assistant`}
          lead={t`Its name, and how it speaks to you in every app you allow.`}
        >
          <Assistant />
        </Section>
      </Part>
      <Part id="data">
        <Section level={3} title={t`Your plan`} lead={t`How much of it you use.`}>
          <Plan />
        </Section>
        <Section
          level={3}
          title={t`Export and import`}
          lead={t`Everything you have here, in one file that is yours. Memories and chats from elsewhere come in the same way.`}
        >
          <ExportButton>
            <ButtonLink to={HUB.bring} variant="default">
              <Trans>Bring your memories</Trans>
            </ButtonLink>
          </ExportButton>
        </Section>
        {connectors && connectors.length > 0 && (
          <Section
            level={3}
            title={t`Connectors`}
            lead={t`Some services have no “Connect” button. Give one of them its address, and it adds to your memories. It cannot read them.`}
          >
            <details>
              <summary>
                <Trans>Show the addresses</Trans>
              </summary>
              <Text size="xs" c="dimmed" my="sm">
                <Trans>
                  Anybody who knows one of these addresses can add to your memories, so keep them to yourself.
                </Trans>
              </Text>
              <Connectors />
            </details>
          </Section>
        )}
      </Part>
      <Part id="account">
        <Section level={3} title={t`E-mail address`} lead={t`Where links and notices about your account go.`}>
          <AddressSection accountKind="user" />
        </Section>
        <Section
          level={3}
          title={t`Sign-in`}
          lead={t`Passkeys, an authenticator app and recovery codes protect your account.`}
        >
          <Group>
            <ButtonLink to={HUB.signInSettings} variant="default">
              <Trans>Passkeys and second factors</Trans>
            </ButtonLink>
          </Group>
        </Section>
        <Section level={3} title={t`Password`} lead={t`Changing it signs you out everywhere else.`}>
          <ChangePassword accountKind="user" />
        </Section>
        <Section
          level={3}
          title={t`Where you are signed in`}
          lead={t`Sign out what you do not recognise, and change the password.`}
        >
          <SessionsSection accountKind="user" />
        </Section>
        <Section level={3} title={t`Mails about your account`} lead={t`What we write to you about.`}>
          <NoticesSection accountKind="user" />
        </Section>
        <Section
          level={3}
          title={t`Erase your account`}
          lead={t`Deletes all memories, connections and conversations for good. Export a copy first.`}
        >
          <EraseAccount accountKind="user" title={t`Erase your account?`} farewell={HUB.farewell}>
            <Trans>
              Every memory, connection and conversation is deleted. They cannot be restored. Copies that apps have made
              for themselves are not deleted by this.
            </Trans>
          </EraseAccount>
        </Section>
      </Part>
    </>
  )
}

/** Settings of one kind below a heading. */
function Part({ id, children }: { id: string; children: ReactNode }) {
  const { title } = parts().find((part) => part.id === id) ?? {}
  return (
    <Stack gap="lg" component="section" id={id} aria-label={title} className={css.part}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

function Plan() {
  const { data, error, refetch } = useQuery(planUsageQuery)
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={2} height={44} />
  return (
    <Stack gap="sm" maw={520}>
      <Text>
        <Trans>
          You are on the <b>{data.plan}</b> plan.
        </Trans>
      </Text>
      <PlanMeter label={t`Memories`} {...data.memories} />
      <PlanMeter label={t`Connected apps`} {...data.connected_apps} />
    </Stack>
  )
}
