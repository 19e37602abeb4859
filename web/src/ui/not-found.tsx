import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { HUB } from '../urls.ts'
import { PageTitle } from './page.tsx'
import { Plain } from './plain.tsx'

/** What stands at an address that is no page. */
export function NotFound() {
  return (
    <Plain home={HUB.home} brand="Memory Service">
      <PageTitle
        title="There is no page here"
        lead="The address may have a slip in it, or what stood here was moved."
      />
      <Group>
        <Button component={Link} to={HUB.home}>
          Go to the start
        </Button>
      </Group>
    </Plain>
  )
}
