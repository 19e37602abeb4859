import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { type ApiError, asApiError, OUTDATED } from '../api/errors.ts'
import { serverText } from '../i18n/server-text.ts'
import { HUB } from '../urls.ts'
import css from './error-alert.module.css'
import { TextLink } from './link.tsx'
import { Note } from './note.tsx'
import utilities from './utilities.module.css'

const SECOND_MS = 1000

/**
 * Explains an error and what to do about it. `retry` adds a button; after a 429 it stays disabled until the time of the
 * `Retry-After` header has passed. If the page is outdated, the button reloads it instead.
 */
export function ErrorAlert({ error, retry }: { error: unknown; retry?: () => void }) {
  const failure = asApiError(error)
  const wait = useCountdown(failure)
  const { title, text } = explain(failure, wait)
  const isOutdated = failure.code === OUTDATED
  return (
    <Note tone={failure.status === 503 ? 'info' : 'danger'} title={title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="var(--mantine-color-text)">
          {text}
        </Text>
        <Group gap="md" className={css.actions}>
          {isOutdated && (
            <Button size="xs" variant="default" onClick={() => location.reload()}>
              <Trans>Reload</Trans>
            </Button>
          )}
          {retry && !isOutdated && (
            <Button size="xs" variant="default" onClick={retry} disabled={wait > 0}>
              {wait > 0 ? t`Try again in ${wait} s` : t`Try again`}
            </Button>
          )}
          {failure.status >= 500 && failure.requestId && (
            <Text size="xs" c="dimmed" className={utilities.breakWords}>
              <Trans>Request {failure.requestId}</Trans>
            </Text>
          )}
        </Group>
      </Stack>
    </Note>
  )
}

function explain(failure: ApiError, wait: number): { title: string; text: ReactNode } {
  switch (failure.code) {
    case 'unreachable':
      return { title: t`No connection`, text: t`The service did not answer. Check your connection, then try again.` }
    case OUTDATED:
      return {
        title: t`There is a new version`,
        text: t`This part of the page is no longer available. Reload the page to go on. What you typed here and did not save will be gone, so copy it first.`,
      }
    case 'limit_exceeded':
      return { title: t`The plan is full`, text: <LimitExceeded failure={failure} /> }
    case 'rate_limited':
      if (failure.codesRefused)
        return {
          title: t`Too many wrong codes`,
          text: t`Use your password or a passkey instead. Without one, sign out and in again; codes are then accepted again.`,
        }
      return {
        title: t`A little too fast`,
        text: wait
          ? plural(wait, {
              one: 'Please wait # second, then try again.',
              other: 'Please wait # seconds, then try again.',
            })
          : t`You can try again now.`,
      }
    case 'unavailable':
      if (failure.changesPaused)
        return {
          title: t`Paused for maintenance`,
          text: t`You can read everything, but not change anything for now. Nothing was changed; try again later.`,
        }
      return {
        title: t`One moment`,
        text: t`The service is starting or being restarted. Nothing is lost; try again shortly.`,
      }
    case 'model_unavailable':
      return {
        title: t`The assistant is away`,
        text: t`The chat model does not answer right now. Everything else works.`,
      }
    case 'mail_unavailable':
      return {
        title: t`This service sends no mail`,
        text: t`Ask the people who run it: they can set up mail, or make a link for you.`,
      }
    case 'address_unconfirmed':
      return {
        title: t`Confirm your address first`,
        text: t`Open the link in the mail we sent you; your settings can send another. Then try again.`,
      }
    case 'invalid_link':
      return {
        title: t`This link does not work`,
        text: t`It was used already, is too old, or was replaced by a newer one. Ask for another.`,
      }
    case 'account_suspended':
      return {
        title: t`This account is suspended`,
        text: t`Only the operator of this service can end that. Ask them why.`,
      }
    case 'not_found':
      return { title: t`Not found`, text: t`It may have been deleted meanwhile.` }
    case 'unauthorized':
      return { title: t`You are signed out`, text: t`Sign in again to go on.` }
    case 'csrf_rejected':
      return {
        title: t`Not from this page`,
        text: t`The request did not come from these pages. Reload, then try again.`,
      }
    case 'internal':
      return { title: t`Something went wrong on our side`, text: t`We have a record of it. Trying again may help.` }
    default:
      return { title: t`That did not work`, text: serverText(`error.${failure.code}`, failure.message) }
  }
}

/** Names the limit of the plan that is reached and how to make room. */
function LimitExceeded({ failure }: { failure: ApiError }) {
  const { limit = '', max = 0, plan = '' } = failure.limit ?? {}
  if (limit === 'connected_apps')
    return (
      <Trans>
        The {plan} plan allows {max} connected apps.{' '}
        <TextLink inherit underline="always" to={HUB.connections}>
          Disconnect one you no longer use
        </TextLink>
        , then come back here.
      </Trans>
    )
  if (limit === 'memories')
    return (
      <Trans>
        The {plan} plan allows {max.toLocaleString()} memories.{' '}
        <TextLink inherit underline="always" to={HUB.memories}>
          Delete some you no longer need
        </TextLink>
        , then try again. Reading goes on as always.
      </Trans>
    )
  if (limit === 'connected_users')
    return (
      <Trans>
        This app has as many people as its own plan allows. Only its makers can make room; it is not your account.
      </Trans>
    )
  if (limit === 'apps' || limit === 'subscriptions')
    return (
      <Trans>
        There is room for {max} {limit}. Delete one that is no longer needed, then try again.
      </Trans>
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
