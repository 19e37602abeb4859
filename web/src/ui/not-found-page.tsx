import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { PORTAL, urlsOf } from '../urls.ts'
import { ColumnLayout } from './column-layout.tsx'
import { ButtonLink } from './link.tsx'
import { PageTitle } from './page-title.tsx'

/** The page at addresses that do not exist. */
export function NotFoundPage() {
  const accountKind = location.pathname.startsWith(PORTAL.home) ? 'developer' : 'user'
  return (
    <ColumnLayout accountKind={accountKind} face="lost">
      <PageTitle title={t`There is no page here`} lead={t`The address may have a typo, or the page has moved.`} />
      <Group>
        <ButtonLink to={urlsOf(accountKind).home}>
          <Trans>Go to the start page</Trans>
        </ButtonLink>
      </Group>
    </ColumnLayout>
  )
}
