import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useContext, useEffect } from 'react'
import { isUnreachable } from '../api/errors.ts'
import { useAction } from './action.ts'
import { ColumnLayout } from './column-layout.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { Face, withFace } from './face.tsx'
import { isReachable } from './lazy-page.ts'
import { PageTitle } from './page-title.tsx'
import utilities from './utilities.module.css'
import { WithinLayout } from './within-layout.ts'

/**
 * Replaces a page that threw while rendering or whose files could not be loaded. The header and navigation around the page
 * stay, and lead to the pages that are loaded already.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const isWithinLayout = useContext(WithinLayout)
  const isOffline = isUnreachable(error)
  const face = isOffline ? 'offline' : 'broken'
  const content = isOffline ? <NoConnection error={error} /> : <Broken error={error} />
  return isWithinLayout ? (
    <Stack gap="lg" className={withFace}>
      <Face name={face} />
      {content}
    </Stack>
  ) : (
    <ColumnLayout accountKind="user" face={face}>
      {content}
    </ColumnLayout>
  )
}

function Broken({ error }: { error: unknown }) {
  return (
    <>
      <PageTitle title={t`This page broke`} lead={t`What you saved is safe. Reloading usually helps.`} />
      <Group>
        <Button onClick={() => location.reload()}>
          <Trans>Reload</Trans>
        </Button>
      </Group>
      <Text size="xs" c="dimmed" className={utilities.breakWords}>
        {error instanceof Error ? error.message : String(error)}
      </Text>
    </>
  )
}

/** Reloads the page as soon as the browser is online again. */
function NoConnection({ error }: { error: unknown }) {
  const action = useAction()
  const reload = () =>
    action.run(async () => {
      if (!(await isReachable())) throw error
      location.reload()
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it subscribes once, when the component mounts.
  useEffect(() => {
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <>
      <PageTitle
        title={t`No connection`}
        lead={t`This page could not be fetched. Check your connection, then try again.`}
      />
      {action.error !== undefined && <ErrorAlert error={action.error} />}
      <Group>
        <Button onClick={reload} loading={action.busy}>
          <Trans>Try again</Trans>
        </Button>
      </Group>
    </>
  )
}
