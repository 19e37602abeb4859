import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { hubQueries } from '../../api/hub/queries.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'

/** The addresses to which services without consent support send data about the user. */
export function Connectors() {
  const [confirming, setConfirming] = useState(false)
  const { data, error, refetch } = useQuery(hubQueries.connectors)
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={2} height={64} />
  if (!data.length)
    return (
      <Text c="dimmed">
        <Trans>There are none on this server.</Trans>
      </Text>
    )
  return (
    <Stack gap="md">
      {data.map(({ provider, name, description, url }) => (
        <CopyField key={provider} label={name} value={url} note={description} />
      ))}
      <Group>
        <Button variant="default" onClick={() => setConfirming(true)}>
          <Trans>Make new addresses</Trans>
        </Button>
      </Group>
      <Confirm
        title={t`Make new addresses?`}
        submitLabel={t`Make new ones`}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          await unwrap(api.POST('/v1/connectors/rotate'))
          await invalidate(queryKeys.connectors)
        }}
      >
        <Text>
          <Trans>The old addresses stop working at once. Whatever sends to them needs the new ones.</Trans>
        </Text>
      </Confirm>
    </Stack>
  )
}
