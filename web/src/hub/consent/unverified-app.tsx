import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { Shape } from '../../api/client.ts'
import { Note } from '../../ui/note.tsx'
import utilities from '../../ui/utilities.module.css'
import type { Destination } from './destination.ts'

interface UnverifiedAppNoteProps {
  app: Shape<'ConsentPreview'>['app']
  destination?: Destination
}

/**
 * Warns about an app that the operator has not verified. Its name is its own claim. The host of its metadata and the
 * destination of the redirect are facts, so the note shows them.
 */
export function UnverifiedAppNote({ app, destination }: UnverifiedAppNoteProps) {
  return (
    <Note tone="warning" title={t`This app is not verified`} role="note">
      <Stack gap={4}>
        <Text size="sm">
          <Trans>
            The operator of this service has not checked who makes “{app.name}”. Allow it only if you have just started
            this yourself.
          </Trans>
        </Text>
        {app.host && (
          <Text size="sm" className={utilities.breakWords}>
            <Trans>
              It is described at <b>{app.host}</b>.
            </Trans>
          </Text>
        )}
        {destination && (
          <Text size="sm" className={utilities.breakWords}>
            {destination.isLocal ? (
              <Trans>
                What you allow goes to a program on this device, at <b>{destination.name}</b>.
              </Trans>
            ) : (
              <Trans>
                What you allow goes to <b>{destination.name}</b>.
              </Trans>
            )}
          </Text>
        )}
      </Stack>
    </Note>
  )
}
