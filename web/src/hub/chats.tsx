import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { answer, api } from '../api/client.ts'
import { useDeed } from '../ui/deed.ts'
import { TextLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { ShowMore } from '../ui/more.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { When } from '../ui/when.tsx'
import { HUB } from '../urls.ts'
import { Composer } from './composer.tsx'

const PAGE_ROWS = 20

/** Conversations with the person's own assistant: a place to begin one, and those there are. */
export function Chats() {
  const navigate = useNavigate()
  const deed = useDeed()
  const begin = (first: string) =>
    deed.run(async () => {
      const { id } = await answer(api.POST('/v1/chats', { body: {} }))
      await navigate({ to: HUB.chat, params: { id }, state: { first } })
    })
  return (
    <Stack gap="xl">
      <PageTitle
        title="Chat"
        lead="With your own assistant, which knows all that is remembered here. It keeps nothing new without asking you."
      />
      <Box>
        <Composer onSend={begin} busy={deed.busy} />
        {deed.error !== undefined && <Trouble error={deed.error} />}
      </Box>
      <Earlier />
    </Stack>
  )
}

function Earlier() {
  const chats = useInfiniteQuery({
    queryKey: ['chats'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(api.GET('/v1/chats', { params: { query: { limit: PAGE_ROWS, cursor } } })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  if (chats.error && !chats.data) return <Trouble error={chats.error} retry={chats.refetch} />
  if (!chats.data) return <Loading rows={3} height={56} />
  const items = chats.data.pages.flatMap(({ items }) => items)
  if (!items.length) return null
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h5">
        Earlier
      </Title>
      {items.map(({ id, title, updatedAt }) => (
        <Group key={id} className="surface" p="sm" justify="space-between" wrap="nowrap">
          <TextLink to={HUB.chat} params={{ id }} className="breaks">
            {title ?? 'Without a title'}
          </TextLink>
          <Text size="xs" c="dimmed" className="whole">
            <When at={updatedAt} />
          </Text>
        </Group>
      ))}
      <ShowMore of={chats} />
    </Stack>
  )
}
