import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { answer, api, type Shape } from '../api/client.ts'
import { useDeed } from '../ui/deed.ts'
import { TextLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { ShowMore } from '../ui/more.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { When } from '../ui/when.tsx'
import { HUB } from '../urls.ts'
import { Composer } from './composer.tsx'
import { NoModel } from './no-model.tsx'

const PAGE_ROWS = 20

/** Conversations with the person's own assistant: a place to begin one, and those there are. */
export function Chats() {
  const chats = useInfiniteQuery({
    queryKey: ['chats'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(api.GET('/v1/chats', { params: { query: { limit: PAGE_ROWS, cursor } } })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const pages = chats.data?.pages
  return (
    <Stack gap="xl">
      <PageTitle
        title="Chat"
        lead="Talk with your own assistant. It knows all that is remembered here and saves nothing new without asking you."
      />
      {chats.error && !pages && <Trouble error={chats.error} retry={chats.refetch} />}
      {!chats.error && !pages && <Loading rows={4} height={56} />}
      {pages && (pages.at(-1)?.canReply ? <Begin /> : <NoModel />)}
      {pages && <Earlier items={pages.flatMap(({ items }) => items)} />}
      <ShowMore of={chats} />
    </Stack>
  )
}

function Begin() {
  const navigate = useNavigate()
  const deed = useDeed()
  const begin = (first: string) =>
    deed.run(async () => {
      const { id } = await answer(api.POST('/v1/chats', { body: {} }))
      await navigate({ to: HUB.chat, params: { id }, state: { first } })
    })
  return (
    <Box>
      <Composer onSend={begin} busy={deed.busy} />
      {deed.error !== undefined && <Trouble error={deed.error} />}
    </Box>
  )
}

function Earlier({ items }: { items: Shape<'Chat'>[] }) {
  if (!items.length) return null
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h5">
        Earlier
      </Title>
      {items.map(({ id, title, updatedAt }) => (
        <Group key={id} className="surface" p="sm" justify="space-between" wrap="nowrap">
          <TextLink to={HUB.chat} params={{ id }} className="breaks">
            {title ?? 'Untitled'}
          </TextLink>
          <Text size="xs" c="dimmed" className="whole">
            <When at={updatedAt} />
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
