import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { Shape } from '../../api/client.ts'
import { TextLink } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { UnverifiedBadge } from '../../ui/unverified-badge.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import type { Destination } from './destination.ts'
import { asksForEverything } from './preselection.ts'

interface AppProps {
  app: Shape<'ConsentPreview'>['app']
  destination: Destination | undefined
}

interface AppWarningProps extends Pick<AppProps, 'destination'> {
  preview: Shape<'ConsentPreview'>
}

/**
 * Warns in one note about a request for all memories, and about an app that the operator has not verified, whose name is
 * its own claim. Of an app that is connected already, the facts about it say that it is not verified.
 */
export function AppWarning({ preview, destination }: AppWarningProps) {
  const { app, granted } = preview
  const isEverything = asksForEverything(preview)
  if (app.verified && !isEverything) return null
  if (granted && !isEverything) return null
  return (
    <Note tone={isEverything ? 'danger' : 'warning'} title={titleOf(app.verified, isEverything)} role="note">
      <Text size="sm" className={utilities.breakWords}>
        {isEverything &&
          t`${app.name} asks for all of your memories on any subject: health, money and family too, and all that other apps will add.`}{' '}
        {isEverything && app.verified && t`Few apps need that.`}
        {!app.verified && (
          <>
            <Trans>
              The operator of this service has not checked who makes “{app.name}”. Allow it only if you have just
              started this yourself.
            </Trans>{' '}
            <Facts app={app} destination={destination} />
          </>
        )}
      </Text>
    </Note>
  )
}

function titleOf(isVerified: boolean, isEverything: boolean): string {
  if (isVerified) return t`This is a request for everything`
  return isEverything ? t`Not verified, and asks for everything` : t`This app is not verified`
}

/** Marks an app that is connected already as not verified, where no note says so. */
export function UnverifiedFacts(props: AppProps) {
  return (
    <Text size="xs" c="dimmed" component="div" className={utilities.breakWords}>
      <UnverifiedBadge /> <Facts {...props} />
    </Text>
  )
}

/** What is certain about an app that is not verified: the host of its metadata, and where the browser goes next. */
function Facts({ app, destination }: AppProps) {
  return (
    <>
      {app.host && (
        <Trans>
          It is described at <b>{app.host}</b>.
        </Trans>
      )}{' '}
      {destination &&
        (destination.isLocal ? (
          <Trans>
            What you allow goes to a program on this device, at <b>{destination.name}</b>.
          </Trans>
        ) : (
          <Trans>
            What you allow goes to <b>{destination.name}</b>.
          </Trans>
        ))}
    </>
  )
}

/** Says before the decision that the plan has no room for another app. */
export function RoomNote({ used, limit }: { used: number; limit: number }) {
  return (
    <Note tone="warning" title={t`No room for another app`} role="note">
      <Text size="sm">
        <Trans>
          You have connected {used} of {limit} apps.{' '}
          <TextLink to={HUB.connections} target="_blank">
            Disconnect one
          </TextLink>{' '}
          before you allow this one.
        </Trans>
      </Text>
    </Note>
  )
}
