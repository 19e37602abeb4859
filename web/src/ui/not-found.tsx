import { Group } from '@mantine/core'
import { HUB } from '../urls.ts'
import { ButtonLink } from './link.tsx'
import { PageTitle } from './page.tsx'
import { Plain } from './plain.tsx'

/** What stands at an address that is no page. */
export function NotFound() {
  return (
    <Plain holder="user">
      <PageTitle title="There is no page here" lead="The address may have a typo, or the page has moved." />
      <Group>
        <ButtonLink to={HUB.home}>Go to the start</ButtonLink>
      </Group>
    </Plain>
  )
}
