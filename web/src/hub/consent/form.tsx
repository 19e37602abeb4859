import { Alert, Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { hubQueries } from '../../api/queries.ts'
import { type Account, signOut } from '../../api/session.ts'
import { UnconfirmedNote } from '../../common/unconfirmed-note.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ScopeList } from '../../ui/scope-list.tsx'
import { withMember } from '../../ui/sets.ts'
import { SignInAgainDialog } from '../../ui/sign-in-again-dialog.tsx'
import { SignalList } from '../../ui/signal-list.tsx'
import { StickyFooter } from '../../ui/sticky-footer.tsx'
import utilities from '../../ui/utilities.module.css'
import { AppHeader } from './app-header.tsx'
import { describeDestination } from './destination.ts'
import { type Duration, secondsOf } from './duration.ts'
import { DurationSelect } from './duration-select.tsx'
import css from './form.module.css'
import { EverythingNote, RoomNote } from './notes.tsx'
import { asksForEverything, countIn, preselected } from './preselection.ts'
import type { ConsentRequest } from './request.ts'
import { UnverifiedAppNote } from './unverified-app.tsx'

type Decision = 'allow' | 'deny'

interface ConsentFormProps {
  request: ConsentRequest
  preview: Shape<'ConsentPreview'>
  account: Account
}

/** Lists what the app asks for. The user allows all of it, a part, or nothing. */
export function ConsentForm({ request, preview, account }: ConsentFormProps) {
  const { app, scopes, outside, redirect_uri, granted, manifest } = preview
  const destination = redirect_uri === null ? undefined : describeDestination(redirect_uri)
  const isNew = (scope: string) => granted !== null && !granted.covered.includes(scope)
  const isNewSignal = (type: string) => granted !== null && !granted.signals.includes(type)
  const used = useQuery(hubQueries.usedScopes)
  const [ticked, setTicked] = useState(() => preselected(preview))
  const [signals, setSignals] = useState<ReadonlySet<string>>(
    () => new Set(manifest.eventTypes.filter((type) => !isNewSignal(type))),
  )
  const [duration, setDuration] = useState<Duration>(granted?.expiresAt ? 'current' : 'open')
  const [state, setState] = useState<{ busy?: Decision; error?: unknown; code?: string; done?: Decision }>({})

  const decide = async (decision: Decision) => {
    setState({ busy: decision })
    try {
      const { redirect_to, code } = await unwrap(
        api.POST('/v1/oauth/authorize', {
          body: {
            slug: app.slug,
            redirect_uri: request.redirectUri,
            scopes: decision === 'allow' ? scopes.map(({ scope }) => scope).filter((scope) => ticked.has(scope)) : [],
            signals: decision === 'allow' ? [...signals] : [],
            expires_in: secondsOf(duration, new Date(), granted?.expiresAt ?? null),
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
      setState({ error })
    }
  }

  if (state.done) return <Outcome app={app.name} code={state.code} />
  return (
    <>
      <AppHeader
        app={app}
        lead={
          granted
            ? 'It is connected already. What you allow it now is ticked; tick what it may have in addition.'
            : 'It asks to use what is remembered about you here. Untick whatever you would rather not allow.'
        }
      />
      {asksForEverything(preview) && <EverythingNote app={app} />}
      {!app.verified && <UnverifiedAppNote app={app} destination={destination} />}
      {!granted && <RoomNote />}
      {!granted && <UnconfirmedNote accountKind="user" account={account} />}
      <Stack gap="md">
        <ScopeList
          scopes={scopes}
          ticked={ticked}
          onTick={(scope, isTicked) => setTicked(withMember(ticked, scope, isTicked))}
          isNew={isNew}
          countOf={(topic) => used.data && countIn(topic, used.data)}
        />
        <SignalList
          types={manifest.eventTypes}
          ticked={signals}
          onTick={(type, isTicked) => setSignals(withMember(signals, type, isTicked))}
          isNew={isNewSignal}
        />
      </Stack>
      {outside.length > 0 && (
        <Alert color="gray" variant="light">
          <Text size="sm">
            It also asked for {outside.join(', ')}, which it may not have. That is left out whatever you decide.
          </Text>
        </Alert>
      )}
      <DurationSelect value={duration} onChange={setDuration} currentEnd={granted?.expiresAt ?? null} />
      <GoodToKnow preview={preview} />
      <Text size="sm" c="dimmed" className={utilities.breakWords}>
        You are signed in as {account.name ? `${account.name} (${account.email})` : account.email}.{' '}
        <Anchor component="button" type="button" inherit underline="always" onClick={() => signOut('user')}>
          Not you?
        </Anchor>{' '}
        {destination && `Next you return to ${destination.name}.`}
      </Text>
      <StickyFooter>
        {state.error !== undefined && <ErrorAlert error={state.error} />}
        <Group grow>
          <Button variant="default" size="md" onClick={() => decide('deny')} loading={state.busy === 'deny'}>
            Cancel
          </Button>
          <Button
            size="md"
            onClick={() => decide('allow')}
            loading={state.busy === 'allow'}
            disabled={!ticked.size}
            aria-describedby={ticked.size ? undefined : 'nothing-ticked'}
          >
            Allow
          </Button>
        </Group>
        {!ticked.size && (
          <Text id="nothing-ticked" size="sm" c="dimmed" ta="center">
            Nothing is ticked, so there is nothing to allow.
          </Text>
        )}
      </StickyFooter>
      <SignInAgainDialog accountKind="user" account={account} />
    </>
  )
}

/** Explains when sharing starts, how to follow it and how to end it. */
function GoodToKnow({ preview: { app, granted } }: Pick<ConsentFormProps, 'preview'>) {
  return (
    <Box component="section" aria-label="Good to know">
      <Title order={2} size="h6">
        Good to know
      </Title>
      <ul className={css.notes}>
        <li>Nothing is shared until you press “Allow”.</li>
        <li>
          You can take it back at any time: come back to this site, open <b>Connected apps</b>, then {app.name}, and
          press <b>Disconnect</b>.
        </li>
        <li>
          Each time it reads or changes something, you see it under <b>Activity</b>.
        </li>
        {granted && <li>What you allow now replaces what you allowed before.</li>}
        {granted?.pausedAt && <li>You have paused this app. Allowing it now resumes it.</li>}
      </ul>
    </Box>
  )
}

/** The result for an app without a redirect URI: the user copies the code to the app. */
function Outcome({ app, code }: { app: string; code?: string }) {
  return (
    <Stack>
      <PageTitle
        title={code ? 'Allowed' : 'Not allowed'}
        lead={
          code
            ? `Give this code to ${app}. It is good once, for ten minutes.`
            : 'Nothing was shared. You can close this page.'
        }
      />
      {code && <CopyField label="Code" value={code} />}
    </Stack>
  )
}
