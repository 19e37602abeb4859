import { Alert, Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api, type Shape } from '../api/client.ts'
import { type Account, signOut } from '../api/session.ts'
import { Initials } from '../ui/initials.tsx'
import { PageTitle } from '../ui/page.tsx'
import { ScopeList } from '../ui/scopes.tsx'
import { Secret } from '../ui/secret.tsx'
import { SignInAgain } from '../ui/sign-in-again.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Asked } from './asked.ts'
import { connections } from './memory.ts'
import { placeOf } from './place.ts'
import { Stranger } from './stranger.tsx'

type Verdict = 'allow' | 'deny'

interface DecisionProps {
  asked: Asked
  preview: Shape<'ConsentPreview'>
  account: Account
}

/** What the app asks for, to be allowed in part, in whole, or not at all. */
export function Decision({ asked, preview, account }: DecisionProps) {
  const { app, scopes, outside, redirect_uri } = preview
  const place = redirect_uri === null ? undefined : placeOf(redirect_uri)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(scopes.map(({ scope }) => scope)))
  const [state, setState] = useState<{ busy?: Verdict; error?: unknown; code?: string; done?: Verdict }>({})
  const tick = (scope: string, now: boolean) =>
    setTicked(new Set([...ticked].filter((other) => other !== scope).concat(now ? scope : [])))

  const decide = async (decision: Verdict) => {
    setState({ busy: decision })
    try {
      const { redirect_to, code } = await answer(
        api.POST('/v1/oauth/authorize', {
          body: {
            slug: app.slug,
            redirect_uri: asked.redirectUri,
            scopes: decision === 'allow' ? [...ticked] : [],
            decision,
            ...asked.passed,
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

  if (state.done) return <Done app={app.name} code={state.code} />
  return (
    <>
      <Group wrap="nowrap" align="flex-start">
        <Initials name={app.name} size={48} />
        <PageTitle
          title={`${app.name} wants to connect`}
          lead="It asks to use what is remembered about you here. Untick whatever you would rather not allow."
        />
      </Group>
      {!app.verified && <Stranger app={app} place={place} />}
      <Stack gap="md">
        <ScopeList scopes={scopes} ticked={ticked} onTick={tick} />
      </Stack>
      {outside.length > 0 && (
        <Alert color="gray" variant="light">
          <Text size="sm">
            It also asked for {outside.join(', ')}, which it may not have. That is left out whatever you decide.
          </Text>
        </Alert>
      )}
      <GoodToKnow preview={preview} />
      <Text size="sm" c="dimmed" className="breaks">
        You are signed in as {account.name ? `${account.name} (${account.email})` : account.email}.{' '}
        <Anchor component="button" type="button" inherit underline="always" onClick={() => signOut('user')}>
          Not you?
        </Anchor>{' '}
        {place && `Next you return to ${place.name}.`}
      </Text>
      <Stack className="decision" gap="sm">
        {state.error !== undefined && <Trouble error={state.error} />}
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
      </Stack>
      <SignInAgain holder="user" account={account} />
    </>
  )
}

/** When it begins, how to follow it, and how to take it back: what somebody asks who has never done this before. */
function GoodToKnow({ preview: { app } }: Pick<DecisionProps, 'preview'>) {
  const { data: before } = useQuery(connections)
  const isConnected = before?.some((one) => one.status === 'active' && one.app.slug === app.slug)
  return (
    <Box component="section" aria-label="Good to know">
      <Title order={2} size="h6">
        Good to know
      </Title>
      <ul className="notes">
        <li>Nothing is shared until you press “Allow”.</li>
        <li>
          You can take it back at any time: come back to this site, open <b>Connected apps</b>, then {app.name}, and
          press <b>Disconnect</b>.
        </li>
        <li>
          Each time it reads or changes something, you see it under <b>Activity</b>.
        </li>
        {isConnected && <li>It is connected already. What you allow now replaces what you allowed before.</li>}
      </ul>
    </Box>
  )
}

// An app without an address to return to is given its code by hand.
function Done({ app, code }: { app: string; code?: string }) {
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
      {code && <Secret label="Code" value={code} />}
    </Stack>
  )
}
