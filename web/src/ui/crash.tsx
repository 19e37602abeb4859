import { Button, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { isUnreachable } from '../api/errors.ts'
import { useDeed } from './deed.ts'
import { isReachable } from './lazy.ts'
import { PageTitle } from './page.tsx'
import { Plain } from './plain.tsx'
import { Trouble } from './trouble.tsx'

/** What stands in place of a page that broke, that could not be fetched, or whose files were replaced by a newer version's. */
export function Crash({ error }: { error: unknown }) {
  return <Plain holder="user">{isUnreachable(error) ? <NoConnection error={error} /> : <Broken error={error} />}</Plain>
}

function Broken({ error }: { error: unknown }) {
  return (
    <>
      <PageTitle title="This page broke" lead="What you saved is safe. Reloading usually helps." />
      <Group>
        <Button onClick={() => location.reload()}>Reload</Button>
      </Group>
      <Text size="xs" c="dimmed" className="breaks">
        {error instanceof Error ? error.message : String(error)}
      </Text>
    </>
  )
}

/** It goes on as soon as there is a connection again. */
function NoConnection({ error }: { error: unknown }) {
  const deed = useDeed()
  const goOn = () =>
    deed.run(async () => {
      if (!(await isReachable())) throw error
      location.reload()
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it listens as long as it stands here.
  useEffect(() => {
    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  }, [])
  return (
    <>
      <PageTitle title="No connection" lead="This page could not be fetched. Check your connection, then try again." />
      {deed.error !== undefined && <Trouble error={deed.error} />}
      <Group>
        <Button onClick={goOn} loading={deed.busy}>
          Try again
        </Button>
      </Group>
    </>
  )
}
