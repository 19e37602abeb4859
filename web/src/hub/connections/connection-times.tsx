import { Trans } from '@lingui/react/macro'
import type { Shape } from '../../api/client.ts'
import { Timestamp } from '../../ui/timestamp.tsx'

/** When an app was connected and when it last used its connection. */
export function ConnectionTimes({ connection }: { connection: Shape<'OwnConnection'> }) {
  const { connectedAt, lastUsedAt, expiresAt, revokedAt } = connection
  return (
    <>
      {lastUsedAt ? (
        <Trans>
          Connected <Timestamp at={connectedAt} />, last used <Timestamp at={lastUsedAt} />
        </Trans>
      ) : (
        <Trans>
          Connected <Timestamp at={connectedAt} />, never used
        </Trans>
      )}
      {revokedAt && (
        <Trans>
          , ended <Timestamp at={revokedAt} />
        </Trans>
      )}
      {!revokedAt && expiresAt && (
        <Trans>
          , ends <Timestamp at={expiresAt} />
        </Trans>
      )}
    </>
  )
}
