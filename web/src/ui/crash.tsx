import { Button, Group, Text } from '@mantine/core'
import { PageTitle } from './page.tsx'
import { Plain } from './plain.tsx'

/** What stands in place of a page that broke, or whose files were replaced by a newer version's. */
export function Crash({ error }: { error: unknown }) {
  return (
    <Plain holder="user">
      <PageTitle title="This page broke" lead="What you saved is safe. Reloading usually helps." />
      <Group>
        <Button onClick={() => location.reload()}>Reload</Button>
      </Group>
      <Text size="xs" c="dimmed" className="breaks">
        {error instanceof Error ? error.message : String(error)}
      </Text>
    </Plain>
  )
}
