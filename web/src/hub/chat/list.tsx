import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { hubQueries } from '../../api/hub/queries.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { Composer } from './composer.tsx'
import { NoModel } from './no-model.tsx'
import { Starters } from './starters.tsx'

/** The user's chats with the assistant, and a form that starts a new one. */
export function Chats() {
  const chats = useInfiniteQuery(hubQueries.chats)
  const pages = chats.data?.pages
  return (
    <Stack gap="xl">
      <PageTitle
        title={t`Chat`}
        lead={t`Talk with your own assistant. It knows all that is remembered here and saves nothing new without asking you.`}
      />
      {chats.error && !pages && <ErrorAlert error={chats.error} retry={chats.refetch} />}
      {!chats.error && !pages && <Loading rows={4} height={56} />}
      {pages && (pages.at(-1)?.canReply ? <NewChat isFirst={!pages[0]?.items.length} /> : <NoModel />)}
      {pages && <EarlierChats items={pages.flatMap(({ items }) => items)} />}
      <ShowMore of={chats} />
    </Stack>
  )
}

function NewChat({ isFirst }: { isFirst: boolean }) {
  const navigate = useNavigate()
  const action = useAction()
  const start = (firstMessage: string) =>
    action.run(async () => {
      const { id } = await unwrap(api.POST('/v1/chats', { body: {} }))
      await navigate({ to: HUB.chat, params: { id }, state: { firstMessage } })
    })
  return (
    <Box>
      <Composer onSend={start} busy={action.busy} />
      {action.error !== undefined && <ErrorAlert error={action.error} />}
      {isFirst && <Starters onStart={start} busy={action.busy} />}
    </Box>
  )
}

function EarlierChats({ items }: { items: Shape<'Chat'>[] }) {
  if (!items.length) return null
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        <Trans>Earlier</Trans>
      </Title>
      <div className={utilities.rows}>
        {items.map(({ id, title, app, updatedAt }) => (
          <Group key={id} py="sm" justify="space-between" wrap="nowrap">
            <Box>
              <TextLink to={HUB.chat} params={{ id }} className={utilities.breakWords} underline="hover">
                {title ?? t`Untitled`}
              </TextLink>
              {app && (
                <Text size="xs" c="dimmed">
                  <Trans>Sent by {app.name}</Trans>
                </Text>
              )}
            </Box>
            <Text size="xs" c="dimmed" className={utilities.noWrap}>
              <Timestamp at={updatedAt} />
            </Text>
          </Group>
        ))}
      </div>
    </Stack>
  )
}
