import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { fieldErrors } from '../../api/errors.ts'
import { accountQueries, hubQueries, mailQuery, queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { AddressSection } from '../../common/address-section.tsx'
import { NoticesSection } from '../../common/notices-section.tsx'
import { PlanMeter } from '../../common/plan-meter.tsx'
import { SessionsSection } from '../../common/sessions-section.tsx'
import { ChangePassword, EraseAccount } from '../../ui/account.tsx'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Section } from '../../ui/section.tsx'
import { HUB } from '../../urls.ts'
import { Connectors } from './connectors.tsx'
import { ExportButton, ImportForm } from './export-import.tsx'
import { Profile } from './profile.tsx'

/** The settings of the user: the profile, the assistant, the plan, export and import, connectors and the account. */
export function Settings() {
  // The sections are shown together, because a section that loads later would push the ones below it down.
  const queries = [
    useQuery(hubQueries.identity),
    useQuery(hubQueries.usage),
    useQuery(hubQueries.connectors),
    useQuery(mailQuery),
    useQuery(accountQueries.sessions('user')),
    useQuery(accountQueries.notices('user')),
  ]
  return (
    <Stack gap="xl">
      <PageTitle title="Settings" />
      {queries.some(({ isPending }) => isPending) ? <Loading rows={4} height={180} /> : <Sections />}
    </Stack>
  )
}

function Sections() {
  return (
    <>
      <Section title="You" lead="What your assistant calls you, and where your day begins.">
        <Profile />
      </Section>
      <Section title="Your assistant" lead="Its name, and how it speaks to you in every app you allow.">
        <Assistant />
      </Section>
      <Section title="Your plan" lead="How much of it you use.">
        <Plan />
      </Section>
      <Section
        title="Export and import"
        lead="Everything you have here, in one file that is yours. You can import it again, here or elsewhere."
      >
        <ExportButton />
        <ImportForm />
      </Section>
      <Section
        title="Connectors"
        lead="Services that cannot ask for your consent send their data to these addresses. Anybody who knows one can add to your memories, so keep them to yourself."
      >
        <Connectors />
      </Section>
      <Section title="E-mail address" lead="Where links and notices about your account go.">
        <AddressSection accountKind="user" />
      </Section>
      <Section title="Sign-in" lead="Passkeys, an authenticator app and recovery codes protect your account.">
        <Group>
          <ButtonLink to={HUB.signInSettings} variant="default">
            Passkeys and second factors
          </ButtonLink>
        </Group>
      </Section>
      <Section title="Password" lead="Changing it signs you out everywhere else.">
        <ChangePassword accountKind="user" />
      </Section>
      <Section title="Where you are signed in" lead="Sign out what you do not recognise, and change the password.">
        <SessionsSection accountKind="user" />
      </Section>
      <Section title="Mails about your account" lead="What we write to you about.">
        <NoticesSection accountKind="user" />
      </Section>
      <Section
        title="Erase your account"
        lead="Deletes all memories, connections and conversations for good. Export a copy first."
      >
        <EraseAccount accountKind="user" title="Erase your account?">
          Every memory, connection and conversation is deleted. They cannot be restored. Copies that apps have made for
          themselves are not deleted by this.
        </EraseAccount>
      </Section>
    </>
  )
}

function Assistant() {
  const { data, error, refetch } = useQuery(hubQueries.identity)
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={2} height={64} />
  return <AssistantForm key={data.id} identity={data} />
}

function AssistantForm({ identity }: { identity: Shape<'Identity'> }) {
  const [name, setName] = useState(identity.name)
  const [tone, setTone] = useState(identity.personality.description ?? '')
  const [saved, setSaved] = useState(false)
  const action = useAction()
  const errors = fieldErrors(action.error)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setSaved(false)
    action.run(async () => {
      await unwrap(api.POST('/v1/identities', { body: { name, personality: { description: tone } } }))
      await invalidate(queryKeys.identity)
      setSaved(true)
    })
  }
  return (
    <form onSubmit={save}>
      <Stack gap="sm" maw={520}>
        <TextInput label="Name" value={name} onChange={(e) => setName(e.currentTarget.value)} error={errors.name} />
        <Textarea
          label="Tone"
          description="In a line, such as: warm, brief, never preachy."
          autosize
          value={tone}
          onChange={(e) => setTone(e.currentTarget.value)}
          error={errors['personality.description']}
        />
        {action.error !== undefined && !Object.keys(errors).length && <ErrorAlert error={action.error} />}
        <Group>
          <Button type="submit" loading={action.busy}>
            Save
          </Button>
          <Text role="status" size="sm" c="dimmed">
            {saved && 'Saved.'}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}

function Plan() {
  const { data, error, refetch } = useQuery(hubQueries.usage)
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={2} height={44} />
  return (
    <Stack gap="sm" maw={520}>
      <Text>
        You are on the <b>{data.plan}</b> plan.
      </Text>
      <PlanMeter label="Memories" {...data.memories} />
      <PlanMeter label="Connected apps" {...data.connected_apps} />
    </Stack>
  )
}
