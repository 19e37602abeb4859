import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useEffect, useState } from 'react'
import { type ApiError, asApiError } from '../api/errors.ts'
import { HUB } from '../urls.ts'
import { TextLink } from './link.tsx'
import utilities from './utilities.module.css'

const SECOND_MS = 1000

/**
 * Explains an error and what to do about it. `retry` adds a button; after a 429 it stays disabled until the time of the
 * `Retry-After` header has passed.
 */
export function ErrorAlert({ error, retry }: { error: unknown; retry?: () => void }) {
  const failure = asApiError(error)
  const wait = useCountdown(failure)
  const { title, text } = explain(failure, wait)
  return (
    <Alert
      color={failure.status === 503 ? 'gray' : 'red'}
      variant="light"
      title={title}
      icon={<CircleAlert />}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="var(--mantine-color-text)">
          {text}
        </Text>
        <Group gap="md">
          {retry && (
            <Button size="xs" variant="default" onClick={retry} disabled={wait > 0}>
              {wait > 0 ? `Try again in ${wait} s` : 'Try again'}
            </Button>
          )}
          {failure.status >= 500 && failure.requestId && (
            <Text size="xs" c="dimmed" className={utilities.breakWords}>
              Request {failure.requestId}
            </Text>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}

function explain(failure: ApiError, wait: number): { title: string; text: ReactNode } {
  switch (failure.code) {
    case 'unreachable':
      return { title: 'No connection', text: 'The service did not answer. Check your connection, then try again.' }
    case 'limit_exceeded':
      return { title: 'The plan is full', text: <LimitExceeded failure={failure} /> }
    case 'rate_limited':
      return {
        title: 'A little too fast',
        text: wait ? `Please wait ${wait} seconds, then try again.` : 'You can try again now.',
      }
    case 'unavailable':
      return {
        title: 'One moment',
        text: 'The service is starting or being restarted. Nothing is lost; try again shortly.',
      }
    case 'model_unavailable':
      return {
        title: 'The assistant is away',
        text: 'The chat model does not answer right now. Everything else works.',
      }
    case 'mail_unavailable':
      return {
        title: 'This service sends no mail',
        text: 'Ask the people who run it: they can set up mail, or make a link for you.',
      }
    case 'address_unconfirmed':
      return {
        title: 'Confirm your address first',
        text: 'Open the link in the mail we sent you; your settings can send another. Then try again.',
      }
    case 'invalid_link':
      return {
        title: 'This link does not work',
        text: 'It was used already, is too old, or was replaced by a newer one. Ask for another.',
      }
    case 'not_found':
      return { title: 'Not found', text: 'It may have been deleted meanwhile.' }
    case 'unauthorized':
      return { title: 'You are signed out', text: 'Sign in again to go on.' }
    case 'csrf_rejected':
      return { title: 'Not from this page', text: 'The request did not come from these pages. Reload, then try again.' }
    case 'internal':
      return { title: 'Something went wrong on our side', text: 'We have a record of it. Trying again may help.' }
    default:
      return { title: 'That did not work', text: failure.message }
  }
}

/** Names the limit of the plan that is reached and how to make room. */
function LimitExceeded({ failure }: { failure: ApiError }) {
  const { limit = '', max = 0, plan = '' } = failure.limit ?? {}
  if (limit === 'connected_apps')
    return (
      <>
        The {plan} plan allows {max} connected apps.{' '}
        <TextLink inherit underline="always" to={HUB.connections}>
          Disconnect one you no longer use
        </TextLink>
        , then come back here.
      </>
    )
  if (limit === 'memories')
    return (
      <>
        The {plan} plan allows {max.toLocaleString()} memories.{' '}
        <TextLink inherit underline="always" to={HUB.memories}>
          Delete some you no longer need
        </TextLink>
        , then try again. Reading goes on as always.
      </>
    )
  if (limit === 'connected_users')
    return (
      <>This app has as many people as its own plan allows. Only its makers can make room; it is not your account.</>
    )
  if (limit === 'apps' || limit === 'subscriptions')
    return (
      <>
        There is room for {max} {limit}. Delete one that is no longer needed, then try again.
      </>
    )
  return <>{failure.message}</>
}

/** Counts down the seconds of `Retry-After`, to 0. */
function useCountdown(failure: ApiError): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    setLeft(failure.status === 429 ? (failure.retryAfter ?? 0) : 0)
    const timer = setInterval(() => setLeft((left) => Math.max(0, left - 1)), SECOND_MS)
    return () => clearInterval(timer)
  }, [failure])
  return left
}
