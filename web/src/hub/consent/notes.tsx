import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Shape } from '../../api/client.ts'
import { planUsageQuery } from '../../api/hub/consent-queries.ts'
import { TextLink } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { HUB } from '../../urls.ts'

/** Warns that the request covers all memories. */
export function EverythingNote({ app }: { app: Shape<'ConsentPreview'>['app'] }) {
  return (
    <Note tone="danger" title={t`This is a request for everything`} role="note">
      <Text size="sm">
        {t`${app.name} asks for all of your memories on any subject: health, money and family too, and all that other apps will add.`}{' '}
        {app.verified ? t`Few apps need that.` : t`Few apps need that, so it starts at “No”.`}
      </Text>
    </Note>
  )
}

/** Says before the decision that the plan has no room for another app. */
export function RoomNote() {
  const { data } = useQuery(planUsageQuery)
  const { used, limit } = data?.connected_apps ?? { used: 0, limit: null }
  if (limit === null || used < limit) return null
  return (
    <Note tone="warning" title={t`No room for another app`} role="note">
      <Text size="sm">
        <Trans>
          You have connected {used} of {limit} apps. <TextLink to={HUB.connections}>Disconnect one</TextLink> before you
          allow this one.
        </Trans>
      </Text>
    </Note>
  )
}
