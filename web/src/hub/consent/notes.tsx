import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Shape } from '../../api/client.ts'
import { hubQueries } from '../../api/queries.ts'
import { TextLink } from '../../ui/link.tsx'
import { HUB } from '../../urls.ts'

/** Warns that the request covers all memories. */
export function EverythingNote({ app }: { app: Shape<'ConsentPreview'>['app'] }) {
  return (
    <Alert color="red" variant="light" title="This is a request for everything" role="note">
      <Text size="sm">
        {app.name} asks for all of your memories on any subject: health, money and family too, and all that other apps
        will add.{' '}
        {app.verified ? '' : 'It starts unticked, because the operator of this service has not checked this app. '}Few
        apps need that.
      </Text>
    </Alert>
  )
}

/** Says before the decision that the plan has no room for another app. */
export function RoomNote() {
  const { data } = useQuery(hubQueries.usage)
  const { used, limit } = data?.connected_apps ?? { used: 0, limit: null }
  if (limit === null || used < limit) return null
  return (
    <Alert color="orange" variant="light" title="No room for another app" role="note">
      <Text size="sm">
        You have connected {used} of {limit} apps. <TextLink to={HUB.connections}>Disconnect one</TextLink> before you
        allow this one.
      </Text>
    </Alert>
  )
}
