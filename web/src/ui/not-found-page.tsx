import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { HUB } from '../urls.ts'
import { ColumnLayout } from './column-layout.tsx'
import { ButtonLink } from './link.tsx'
import { PageTitle } from './page-title.tsx'

/** The page at addresses that do not exist. */
export function NotFoundPage() {
  return (
    <ColumnLayout accountKind="user">
      <PageTitle title={t`There is no page here`} lead={t`The address may have a typo, or the page has moved.`} />
      <Group>
        <ButtonLink to={HUB.home}>
          <Trans>Go to the start page</Trans>
        </ButtonLink>
      </Group>
    </ColumnLayout>
  )
}
