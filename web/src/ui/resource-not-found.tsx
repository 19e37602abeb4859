import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack } from '@mantine/core'
import { ButtonLink } from './link.tsx'
import { PageTitle } from './page-title.tsx'

/** Replaces the content of a page whose resource does not exist, such as a deleted app. */
export function ResourceNotFound({ what, back }: { what: string; back: string }) {
  return (
    <Stack>
      <PageTitle title={t`Not found`} lead={t`${what} does not exist, or no longer exists.`} />
      <Group>
        <ButtonLink to={back}>
          <Trans>Back to the list</Trans>
        </ButtonLink>
      </Group>
    </Stack>
  )
}
