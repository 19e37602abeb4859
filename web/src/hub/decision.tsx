import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
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
  const { app, scopes, outside } = preview
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
      else setState({ code, done: decision })
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
          lead="Choose what it may know and do. You can narrow or end this at any time."
        />
      </Group>
      {!app.verified && <Stranger app={app} place={asked.redirectUri ? placeOf(asked.redirectUri) : undefined} />}
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
      <Text size="sm" c="dimmed" className="breaks">
        You are {account.name ? `${account.name}, ${account.email}` : account.email}.{' '}
        <Anchor component="button" type="button" inherit underline="always" onClick={() => signOut('user')}>
          Not you?
        </Anchor>{' '}
        {asked.redirectUri && `After this you go back to ${placeOf(asked.redirectUri).name}.`}
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
            Nothing is ticked: there is nothing to allow.
          </Text>
        )}
      </Stack>
      <SignInAgain holder="user" account={account} />
    </>
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
