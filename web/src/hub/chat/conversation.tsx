import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { hubQueries } from '../../api/hub/queries.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate, queryClient } from '../../api/query-client.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { withMarks } from '../../ui/hidden-characters.ts'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ResourceNotFound } from '../../ui/resource-not-found.tsx'
import { StickyFooter } from '../../ui/sticky-footer.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { CandidateCard } from '../review/candidate-card.tsx'
import { Composer } from './composer.tsx'
import css from './conversation.module.css'
import { NoModel } from './no-model.tsx'
import { Starters } from './starters.tsx'
import { type Message, sendMessage } from './stream.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The first message of a new chat. */
    firstMessage?: string
  }
}

/** The page of one chat. */
export function Chat() {
  const { id } = useParams({ from: '/hub/chat/$id' })
  const chat = useQuery(hubQueries.chat(id))
  if (chat.error instanceof ApiError && chat.error.status === 404)
    return (
      <ResourceNotFound
        title={t`This conversation is not here`}
        lead={t`It may have been deleted, or the address is of another account.`}
        back={HUB.chats}
        backLabel={t`Your conversations`}
      />
    )
  if (chat.error && !chat.data) return <ErrorAlert error={chat.error} retry={chat.refetch} />
  if (!chat.data) return <Loading rows={4} height={64} />
  return <Conversation key={id} chat={chat.data} />
}

/** The turn in progress: the user's message, and the part of the reply received so far or the error. */
interface Turn {
  message: string
  reply: string
  error?: unknown
}

function Conversation({ chat }: { chat: Shape<'ChatWithMessages'> }) {
  const { id, title, app, messages, canReply } = chat
  const firstMessage = useRouterState({ select: ({ location }) => location.state.firstMessage })
  const [turn, setTurn] = useState<Turn>()
  const abort = useRef<AbortController>(null)
  const end = useRef<HTMLDivElement>(null)

  const send = async (message: string) => {
    const sending = new AbortController()
    abort.current = sending
    setTurn({ message, reply: '' })
    const showStored = async () => {
      await invalidate(queryKeys.chats)
      // The next turn may have begun.
      if (abort.current !== sending) return
      abort.current = null
      setTurn(undefined)
    }
    const events = {
      onText: (text: string) => setTurn((turn) => turn && { ...turn, reply: turn.reply + text }),
      onDone: showStored,
      onCandidates: () => invalidate(queryKeys.chats, queryKeys.candidates, queryKeys.waiting),
    }
    try {
      await sendMessage(id, message, events, sending.signal)
    } catch (error) {
      setTurn(sending.signal.aborted ? undefined : { message, reply: '', error })
      abort.current = null
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it sends the first message of a new chat once, on mount.
  useEffect(() => {
    if (firstMessage && !messages.length && !abort.current) send(firstMessage)
  }, [])
  useEffect(() => () => abort.current?.abort(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls after every change of the text.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [turn?.reply, messages.length])

  return (
    <Stack gap="lg" className={css.conversation}>
      <div>
        <PageTitle
          title={title ?? t`New conversation`}
          above={<BackLink to={HUB.chats} label={t`Chat`} />}
          lead={
            app &&
            t`${app.name} sent this conversation. Only ${app.name} and you can read it. You can delete it, but not continue it here.`
          }
          actions={<DeleteChat id={id} />}
        />
      </div>
      {canReply && !messages.length && !turn && !firstMessage && <Starters onStart={send} busy={false} />}
      <Stack gap="md" role="log" aria-label={t`Conversation`} flex={1}>
        {messages.map((message) => (
          <MessageBubble
            key={message.id}
            author={message.role}
            content={message.content}
            candidates={message.candidates}
          />
        ))}
        {turn && <MessageBubble author="user" content={turn.message} />}
        {turn && turn.error === undefined && (
          <MessageBubble author="assistant" content={turn.reply}>
            {!turn.reply && <Loader type="dots" size="sm" aria-label={t`The assistant is thinking`} />}
          </MessageBubble>
        )}
        {turn?.error !== undefined && <ErrorAlert error={turn.error} retry={() => send(turn.message)} />}
      </Stack>
      {canReply ? (
        <StickyFooter>
          <Composer
            onSend={send}
            busy={turn !== undefined && turn.error === undefined}
            onStop={() => abort.current?.abort()}
          />
        </StickyFooter>
      ) : (
        !app && <NoModel />
      )}
      <div ref={end} />
    </Stack>
  )
}

interface MessageBubbleProps {
  author: Message['role']
  content: string
  candidates?: Message['candidates']
  children?: ReactNode
}

function MessageBubble({ author, content, candidates, children }: MessageBubbleProps) {
  return (
    <Stack gap="xs" className={`${css.message} ${css[author]}`}>
      <Box className={css.bubble}>
        <Text component="span" className={utilities.visuallyHidden}>
          {author === 'user' ? t`You:` : t`Assistant:`}
        </Text>
        <Text className={utilities.userText} dir="auto">
          {withMarks(content)}
        </Text>
        {children}
      </Box>
      {candidates?.map((candidate) => (
        <CandidateCard key={candidate.id} reviewed={candidate} inChat />
      ))}
    </Stack>
  )
}

function DeleteChat({ id }: { id: string }) {
  const [confirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  return (
    <Group>
      <Button variant="subtle" color="red" onClick={() => setConfirming(true)}>
        <Trans>Delete</Trans>
      </Button>
      <Confirm
        title={t`Delete this conversation?`}
        submitLabel={t`Delete`}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          await unwrap(api.DELETE('/v1/chats/{id}', { params: { path: { id } } }))
          await navigate({ to: HUB.chats, replace: true })
          queryClient.removeQueries({ queryKey: hubQueries.chat(id).queryKey })
          await invalidate(queryKeys.chats)
        }}
      >
        <Text>
          <Trans>The conversation is deleted for good. What you let it remember stays among your memories.</Trans>
        </Text>
      </Confirm>
    </Group>
  )
}
