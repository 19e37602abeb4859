import { Button, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../api/client.ts'
import { useRefresh } from '../api/session.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Loading } from '../ui/loading.tsx'
import { Secret } from '../ui/secret.tsx'
import { Trouble } from '../ui/trouble.tsx'

/** Which connectors there are, and their addresses. */
export const connectors = queryOptions({
  queryKey: ['connectors'],
  queryFn: async () => (await answer(api.GET('/v1/connectors'))).items,
})

/** The addresses services may send to for this person. */
export function Connectors() {
  const [asking, setAsking] = useState(false)
  const refresh = useRefresh()
  const { data, error, refetch } = useQuery(connectors)
  if (error && !data) return <Trouble error={error} retry={refetch} />
  if (!data) return <Loading rows={2} height={64} />
  if (!data.length) return <Text c="dimmed">There are none on this server.</Text>
  return (
    <Stack gap="md">
      {data.map(({ provider, name, description, url }) => (
        <Secret key={provider} label={name} value={url} note={description} />
      ))}
      <Group>
        <Button variant="default" onClick={() => setAsking(true)}>
          Make new addresses
        </Button>
      </Group>
      <Confirm
        title="Make new addresses?"
        deed="Make new ones"
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await answer(api.POST('/v1/connectors/rotate'))
          await refresh('connectors')
        }}
      >
        <Text>The old addresses stop working at once. Whatever sends to them needs the new ones.</Text>
      </Confirm>
    </Stack>
  )
}
