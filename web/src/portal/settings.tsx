import { Button, Group, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { accountSessionsQuery, noticesQuery } from '../api/account-settings.ts'
import { recentAccessQuery } from '../api/portal/access.ts'
import { portalQueries } from '../api/portal/queries.ts'
import { operatorActsQuery } from '../api/portal/request-queries.ts'
import { mailQuery } from '../api/queries.ts'
import { forDays, useRetention } from '../api/retention.ts'
import { signOut, useSession } from '../api/session.ts'
import { AddressSection } from '../common/address-section.tsx'
import { NoticesSection } from '../common/notices-section.tsx'
import { SessionsSection } from '../common/sessions-section.tsx'
import { ChangePassword, EraseAccount } from '../ui/account.tsx'
import { useAction } from '../ui/action.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Section } from '../ui/section.tsx'
import { PORTAL } from '../urls.ts'
import { OperatorActs } from './operator-acts.tsx'
import { RecentAccess } from './recent-access.tsx'
import { SecurityLog } from './security-log.tsx'

/** The settings of the developer's account. */
export function DeveloperSettings() {
  // The sections are shown together, because a section that loads later would push the ones below it down.
  const queries = [
    useQuery(mailQuery),
    useQuery(accountSessionsQuery('developer')),
    useQuery(noticesQuery('developer')),
    useQuery(recentAccessQuery),
    useInfiniteQuery(portalQueries.events),
    useInfiniteQuery(operatorActsQuery),
  ]
  return (
    <Stack gap="xl">
      <PageTitle title="Settings" />
      {queries.some(({ isPending }) => isPending) ? <Loading rows={4} height={180} /> : <Sections />}
    </Stack>
  )
}

function Sections() {
  const { data: account } = useSession('developer')
  const { developer_event_days } = useRetention() ?? {}
  const signingOut = useAction()
  return (
    <>
      <Section
        title="Account"
        lead={
          account
            ? `${account.email}, on the ${account.plan} plan. The operator of this service can change the plan.`
            : ''
        }
      >
        {signingOut.error !== undefined && <ErrorAlert error={signingOut.error} />}
        <Group>
          <Button
            variant="default"
            onClick={() => signingOut.run(() => signOut('developer'))}
            loading={signingOut.busy}
          >
            Sign out
          </Button>
        </Group>
      </Section>
      <Section title="E-mail address" lead="Where links and notices about your account go.">
        <AddressSection accountKind="developer" />
      </Section>
      <Section title="Sign-in" lead="Passkeys, an authenticator app and recovery codes protect your account.">
        <Group>
          <ButtonLink to={PORTAL.signInSettings} variant="default">
            Passkeys and second factors
          </ButtonLink>
        </Group>
      </Section>
      <Section title="Password" lead="Changing it signs you out everywhere else.">
        <ChangePassword accountKind="developer" />
      </Section>
      <Section title="Where you are signed in" lead="Sign out what you do not recognise, and change the password.">
        <SessionsSection accountKind="developer" />
      </Section>
      <Section
        title="Access set lately"
        lead="What lets others into your apps and was set in the last 30 days. It stays when sessions end and the password changes. To end a single one, open its app."
      >
        <RecentAccess />
      </Section>
      <Section title="Mails about your account" lead="What we write to you about.">
        <NoticesSection accountKind="developer" />
      </Section>
      <Section title="Security log" lead={`What happened to your account; stored${forDays(developer_event_days)}.`}>
        <SecurityLog />
      </Section>
      <Section title="Acts of the operator" lead="What the operator of this service did to your account and your apps.">
        <OperatorActs />
      </Section>
      <Section title="Erase your account" lead="Deletes your apps, too, and disconnects everybody from them.">
        <EraseAccount accountKind="developer" title="Erase your developer account?">
          Every app is deleted, with its webhooks, usage and log, and everybody is disconnected at once. Memories your
          apps wrote stay with their people. This cannot be undone.
        </EraseAccount>
      </Section>
    </>
  )
}
