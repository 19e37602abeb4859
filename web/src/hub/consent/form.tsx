import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { planUsageQuery } from '../../api/hub/consent-queries.ts'
import { queryKeys, usedScopesQuery } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { type Account, signOut } from '../../api/session.ts'
import { UnconfirmedNote } from '../../common/unconfirmed-note.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { type Duration, secondsOf } from '../../ui/duration.ts'
import { DurationSelect } from '../../ui/duration-select.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Note } from '../../ui/note.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ScopeList } from '../../ui/scope-list.tsx'
import { withMember } from '../../ui/sets.ts'
import { SignInAgain } from '../../ui/sign-in-again.tsx'
import { SignalList } from '../../ui/signal-list.tsx'
import { StickyFooter } from '../../ui/sticky-footer.tsx'
import utilities from '../../ui/utilities.module.css'
import { AppHeader } from './app-header.tsx'
import { type Destination, describeDestination } from './destination.ts'
import { ExpiredClaim, HeldMemories, NOTHING_SAVED, type Saved } from './held.tsx'
import { AppWarning, RoomNote, UnverifiedFacts } from './notes.tsx'
import { asksForEverything, countIn, openRequestIn, preselected } from './preselection.ts'
import type { ConsentRequest } from './request.ts'

type Decision = 'allow' | 'deny'

interface ConsentFormProps {
  request: ConsentRequest
  preview: Shape<'ConsentPreview'>
  account: Account
}

/** Lists what the app asks for. The user allows all of it, a part, or nothing. */
export function ConsentForm({ request, preview, account }: ConsentFormProps) {
  const { app, scopes, outside, redirect_uri, granted, manifest, held } = preview
  const destination = redirect_uri === null ? undefined : describeDestination(redirect_uri)
  const openRequest = (name: string) => (granted ? openRequestIn(granted, name) : undefined)
  const used = useQuery(usedScopesQuery)
  const [ticked, setTicked] = useState(() => preselected(preview))
  const [signals, setSignals] = useState<ReadonlySet<string>>(
    () => new Set(manifest.eventTypes.filter((type) => !granted || granted.signals.includes(type))),
  )
  const [saved, setSaved] = useState<Saved>(NOTHING_SAVED)
  const [duration, setDuration] = useState<Duration>(granted?.expiresAt ? 'current' : 'open')
  const [state, setState] = useState<{ busy?: Decision; error?: unknown; code?: string; done?: Decision }>({})

  const names = scopes.map(({ scope }) => scope)
  const decide = async (decision: Decision) => {
    setState({ busy: decision })
    try {
      const { redirect_to, code } = await unwrap(
        api.POST('/v1/oauth/authorize', {
          body: {
            slug: app.slug,
            redirect_uri: request.redirectUri,
            scopes: decision === 'allow' ? names.filter((scope) => ticked.has(scope)) : [],
            refused: names.filter((scope) => !ticked.has(scope)),
            signals: decision === 'allow' ? [...signals] : [],
            expires_in: secondsOf(duration, new Date(), granted?.expiresAt ?? null),
            claim:
              held && request.claim
                ? {
                    ticket: request.claim,
                    topics: [...saved.topics],
                    version: held.version,
                    allow_secrets: saved.secrets,
                  }
                : undefined,
            decision,
            ...request.passthrough,
          },
        }),
      )
      if (redirect_to) location.assign(redirect_to)
      else {
        setState({ code, done: decision })
        scrollTo(0, 0)
      }
    } catch (error) {
      const isFull = error instanceof ApiError && error.limit?.limit === 'connected_apps'
      // The note at the top then says so, with the way to make room.
      if (isFull) await invalidate(queryKeys.usage)
      setState(isFull ? {} : { error })
    }
  }

  const full = useFullPlan(granted === null)
  const obstacle = full
    ? t`There is no room for another app.`
    : ticked.size
      ? undefined
      : t`Nothing is chosen, so there is nothing to allow.`
  if (state.done) return <Outcome app={app.name} code={state.code} />
  return (
    <>
      <AppHeader app={app} isConnected={granted !== null}>
        {granted && !app.verified && !asksForEverything(preview) && (
          <UnverifiedFacts app={app} destination={destination} />
        )}
      </AppHeader>
      {full && <RoomNote {...full} />}
      <AppWarning preview={preview} destination={destination} />
      {!granted && <UnconfirmedNote accountKind="user" account={account} />}
      <Stack gap="md">
        <ScopeList
          scopes={scopes}
          ticked={ticked}
          onChange={setTicked}
          openRequest={openRequest}
          countOf={(topic) => used.data && countIn(topic, used.data)}
        />
        <SignalList
          types={manifest.eventTypes}
          ticked={signals}
          onTick={(type, isTicked) => setSignals(withMember(signals, type, isTicked))}
          openRequest={openRequest}
        />
      </Stack>
      {held && <HeldMemories app={app.name} held={held} saved={saved} onChange={setSaved} />}
      {request.claim && !held && <ExpiredClaim app={app.name} />}
      {outside.length > 0 && <LeftOut scopes={outside} />}
      <DurationSelect value={duration} onChange={setDuration} currentEnd={granted?.expiresAt ?? null} />
      <GoodToKnow preview={preview} destination={destination} account={account} />
      <StickyFooter>
        {state.error !== undefined && <ErrorAlert error={state.error} />}
        <Group grow>
          <Button variant="default" size="md" onClick={() => decide('deny')} loading={state.busy === 'deny'}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            size="md"
            onClick={() => decide('allow')}
            loading={state.busy === 'allow'}
            disabled={obstacle !== undefined}
            aria-describedby={obstacle && 'why-not'}
          >
            <Trans>Allow</Trans>
          </Button>
        </Group>
        {obstacle && (
          <Text id="why-not" size="sm" c="dimmed" ta="center">
            {obstacle}
          </Text>
        )}
      </StickyFooter>
      <SignInAgain accountKind="user" account={account} />
    </>
  )
}

/** Says that the app asked for more than it may have; which scopes those are concerns its developers. */
function LeftOut({ scopes }: { scopes: readonly string[] }) {
  return (
    <Note tone="info">
      <Text size="sm">
        <Trans>It also asked for something that it may not have. That is left out whatever you decide.</Trans>
      </Text>
      <details>
        <summary>
          <Trans>For developers</Trans>
        </summary>
        <Text size="sm" my={6}>
          <Trans>The manifest of the app does not declare these scopes, or they are malformed:</Trans>
        </Text>
        <Code block className={utilities.breakWords} style={{ whiteSpace: 'pre-wrap' }}>
          {scopes.join('\n')}
        </Code>
      </details>
    </Note>
  )
}

/** How many apps the plan allows, if it has no room for another one; known again when the user comes back to this page. */
function useFullPlan(enabled: boolean): { used: number; limit: number } | undefined {
  const { data } = useQuery({ ...planUsageQuery, enabled, refetchOnWindowFocus: 'always' })
  const { used, limit } = data?.connected_apps ?? { used: 0, limit: null }
  return enabled && limit !== null && used >= limit ? { used, limit } : undefined
}

interface GoodToKnowProps extends Pick<ConsentFormProps, 'preview' | 'account'> {
  destination: Destination | undefined
}

/** How to follow what the app does and how to end it, who is signed in, and where the browser goes next. */
function GoodToKnow({ preview: { app, granted }, account, destination }: GoodToKnowProps) {
  const who = account.name ? `${account.name} (${account.email})` : account.email
  return (
    <Text size="xs" c="dimmed" component="section" aria-label={t`Good to know`} className={utilities.breakWords}>
      <Trans>
        You see each use under <b>Activity</b> and can end it at any time under <b>Connected apps</b>.
      </Trans>{' '}
      {granted && t`What you allow now replaces what you allowed before.`}{' '}
      {granted?.pausedAt && t`You have paused this app. Allowing it now resumes it.`} {t`You are signed in as ${who}.`}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={() => signOut('user')}>
        <Trans>Not you?</Trans>
      </Anchor>{' '}
      {/* The facts about an app that is not verified name it already. */}
      {app.verified && destination && t`Next you return to ${destination.name}.`}
    </Text>
  )
}

/** The result for an app without a redirect URI: the user copies the code to the app. */
function Outcome({ app, code }: { app: string; code?: string }) {
  return (
    <Stack>
      <PageTitle
        title={code ? t`Allowed` : t`Not allowed`}
        lead={
          code
            ? t`Give this code to ${app}. It is good once, for ten minutes.`
            : t`Nothing was shared. You can close this page.`
        }
      />
      {code && <CopyField label={t`Code`} value={code} />}
    </Stack>
  )
}
