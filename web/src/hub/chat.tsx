import { Box, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { answer, api, type Shape } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { queries } from '../api/session.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Loading } from '../ui/loading.tsx'
import { NotHere } from '../ui/not-here.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { HUB } from '../urls.ts'
import { CandidateCard } from './candidate-card.tsx'
import { Composer } from './composer.tsx'
import { NoModel } from './no-model.tsx'
import { type Message, say } from './talk.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What a new chat begins with. */
    first?: string
  }
}

/** One conversation. */
export function Chat() {
  const { id } = useParams({ from: '/hub/chat/$id' })
  const chat = useQuery({
    queryKey: ['chats', id],
    queryFn: () => answer(api.GET('/v1/chats/{id}', { params: { path: { id } } })),
  })
  if (chat.error instanceof ApiError && chat.error.status === 404)
    return <NotHere what="This conversation" back={HUB.chats} />
  if (chat.error && !chat.data) return <Trouble error={chat.error} retry={chat.refetch} />
  if (!chat.data) return <Loading rows={4} height={64} />
  return <Conversation key={id} chat={chat.data} />
}

/** A turn under way: what was said, what has been heard of the reply, and how it went wrong. */
interface Turn {
  said: string
  heard: string
  error?: unknown
}

function Conversation({ chat }: { chat: Shape<'ChatWithMessages'> }) {
  const { id, title, messages, canReply } = chat
  const first = useRouterState({ select: ({ location }) => location.state.first })
  const [turn, setTurn] = useState<Turn>()
  const running = useRef<AbortController>(null)
  const end = useRef<HTMLDivElement>(null)

  const send = async (said: string) => {
    running.current = new AbortController()
    setTurn({ said, heard: '' })
    try {
      const hear = (text: string) => setTurn((turn) => turn && { ...turn, heard: turn.heard + text })
      await say(id, said, hear, running.current.signal)
      await queries.invalidateQueries({ queryKey: ['chats'] })
      setTurn(undefined)
    } catch (error) {
      setTurn(running.current.signal.aborted ? undefined : { said, heard: '', error })
    } finally {
      running.current = null
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chat is begun once, with what it was begun for.
  useEffect(() => {
    if (first && !messages.length && !running.current) send(first)
  }, [])
  useEffect(() => () => running.current?.abort(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new comes into view.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [turn?.heard, messages.length])

  return (
    <Stack gap="lg">
      <PageTitle title={title ?? 'New conversation'} actions={<DeleteChat id={id} />} />
      <Stack gap="md" role="log" aria-label="Conversation">
        {messages.map((message) => (
          <Said key={message.id} by={message.role} content={message.content} candidates={message.candidates} />
        ))}
        {turn && <Said by="user" content={turn.said} />}
        {turn && turn.error === undefined && (
          <Said by="assistant" content={turn.heard}>
            {!turn.heard && <Loader type="dots" size="sm" aria-label="The assistant is thinking" />}
          </Said>
        )}
        {turn?.error !== undefined && <Trouble error={turn.error} retry={() => send(turn.said)} />}
      </Stack>
      {canReply ? (
        <Box className="decision">
          <Composer
            onSend={send}
            busy={turn !== undefined && turn.error === undefined}
            onStop={() => running.current?.abort()}
          />
        </Box>
      ) : (
        <NoModel />
      )}
      <div ref={end} />
    </Stack>
  )
}

interface SaidProps {
  by: Message['role']
  content: string
  candidates?: Message['candidates']
  children?: ReactNode
}

function Said({ by, content, candidates, children }: SaidProps) {
  return (
    <Stack gap="xs" className={`said ${by}`}>
      <Box className="bubble">
        <Text component="span" className="visually-hidden">
          {by === 'user' ? 'You: ' : 'Assistant: '}
        </Text>
        <Text className="memory-text breaks" dir="auto">
          {content}
        </Text>
        {children}
      </Box>
      {candidates?.map((candidate) => (
        <CandidateCard key={candidate.id} reviewed={candidate} />
      ))}
    </Stack>
  )
}

function DeleteChat({ id }: { id: string }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <Group>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Confirm
        title="Delete this conversation?"
        deed="Delete"
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await answer(api.DELETE('/v1/chats/{id}', { params: { path: { id } } }))
          await navigate({ to: HUB.chats, replace: true })
          queries.removeQueries({ queryKey: ['chats', id] })
          await queries.invalidateQueries({ queryKey: ['chats'] })
        }}
      >
        <Text>The conversation is deleted for good. What you let it remember stays among your memories.</Text>
      </Confirm>
    </Group>
  )
}
