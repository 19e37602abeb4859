import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { ColumnLayout } from '../ui/column-layout.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { HUB } from '../urls.ts'

/** Shown after a user has erased the account: what was deleted, and what was not. */
export function FarewellPage() {
  return (
    <ColumnLayout accountKind="user" face="farewell">
      <PageTitle
        title={t`Your account is erased`}
        lead={t`Every memory, connection and conversation was deleted here, and no app can reach you through this service any more. Your e-mail address is free again.`}
      />
      <Text c="dimmed">
        <Trans>
          Apps may have made copies for themselves while they were connected; only their makers can delete those. If you
          exported a copy, you can import it into a new account, here or elsewhere.
        </Trans>
      </Text>
      <Group>
        <ButtonLink to={HUB.home} variant="default">
          <Trans>Go to the start page</Trans>
        </ButtonLink>
      </Group>
    </ColumnLayout>
  )
}
