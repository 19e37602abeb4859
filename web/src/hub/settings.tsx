import { Button, Group, Progress, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { answer, api, type Shape } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { useRefresh } from '../api/session.ts'
import { ChangePassword, EraseAccount } from '../ui/account.tsx'
import { useDeed } from '../ui/deed.ts'
import { Loading } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Connectors, connectors } from './connectors.tsx'
import { CarryOut, TakeIn } from './portable.tsx'

const identity = queryOptions({
  queryKey: ['identity'],
  queryFn: async () => (await answer(api.GET('/v1/identities'))).items[0],
})
const usage = queryOptions({ queryKey: ['usage'], queryFn: () => answer(api.GET('/v1/usage')) })

/** The assistant, the plan, the way in and out for what is remembered, and the account itself. */
export function Settings() {
  // All that is fetched stands in boxes one above another, so they are shown together or they would push each other down.
  const fetched = [useQuery(identity), useQuery(usage), useQuery(connectors)]
  return (
    <Stack gap="xl">
      <PageTitle title="Settings" />
      {fetched.some(({ isPending }) => isPending) ? <Loading rows={4} height={180} /> : <Sections />}
    </Stack>
  )
}

function Sections() {
  return (
    <>
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
        <CarryOut />
        <TakeIn />
      </Section>
      <Section
        title="Connectors"
        lead="Services that cannot ask for your consent send their data to these addresses. Anybody who knows one can add to your memories, so keep them to yourself."
      >
        <Connectors />
      </Section>
      <Section title="Password" lead="Changing it signs you out everywhere else.">
        <ChangePassword holder="user" />
      </Section>
      <Section
        title="Erase your account"
        lead="Deletes all memories, connections and conversations for good. Export a copy first."
      >
        <EraseAccount holder="user" title="Erase your account?">
          Every memory, connection and conversation is deleted. Nobody can bring them back, not even we. Copies that
          apps have made for themselves are not deleted by this.
        </EraseAccount>
      </Section>
    </>
  )
}

function Assistant() {
  const { data, error, refetch } = useQuery(identity)
  if (error && !data) return <Trouble error={error} retry={refetch} />
  if (!data) return <Loading rows={2} height={64} />
  return <AssistantForm key={data.id} now={data} />
}

function AssistantForm({ now }: { now: Shape<'Identity'> }) {
  const [name, setName] = useState(now.name)
  const [tone, setTone] = useState(now.personality.description ?? '')
  const [saved, setSaved] = useState(false)
  const deed = useDeed()
  const refresh = useRefresh()
  const wrong = fieldErrors(deed.error)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setSaved(false)
    deed.run(async () => {
      await answer(api.POST('/v1/identities', { body: { name, personality: { description: tone } } }))
      await refresh('identity')
      setSaved(true)
    })
  }
  return (
    <form onSubmit={save}>
      <Stack gap="sm" maw={520}>
        <TextInput label="Name" value={name} onChange={(e) => setName(e.currentTarget.value)} error={wrong.name} />
        <Textarea
          label="Tone"
          description="In a line, such as: warm, brief, never preachy."
          autosize
          value={tone}
          onChange={(e) => setTone(e.currentTarget.value)}
          error={wrong['personality.description']}
        />
        {deed.error !== undefined && !Object.keys(wrong).length && <Trouble error={deed.error} />}
        <Group>
          <Button type="submit" loading={deed.busy}>
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
  const { data, error, refetch } = useQuery(usage)
  if (error && !data) return <Trouble error={error} retry={refetch} />
  if (!data) return <Loading rows={2} height={44} />
  return (
    <Stack gap="sm" maw={520}>
      <Text>
        You are on the <b>{data.plan}</b> plan.
      </Text>
      <Used name="Memories" {...data.memories} />
      <Used name="Connected apps" {...data.connected_apps} />
    </Stack>
  )
}

function Used({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  const share = limit === null ? 0 : Math.min(100, (100 * used) / limit)
  const words =
    limit === null ? `${used.toLocaleString()}, without limit` : `${used.toLocaleString()} of ${limit.toLocaleString()}`
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm">{name}</Text>
        <Text size="sm" c="dimmed">
          {words}
        </Text>
      </Group>
      <Progress value={share} aria-label={`${name}: ${words}`} color={share >= 100 ? 'red' : undefined} />
      {share >= 100 && (
        <Text size="xs" c="dimmed">
          Full. Remove what you no longer need to make room; everything you have stays.
        </Text>
      )}
    </div>
  )
}
