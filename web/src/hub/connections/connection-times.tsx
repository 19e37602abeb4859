import type { Shape } from '../../api/client.ts'
import { Timestamp } from '../../ui/timestamp.tsx'

/** When an app was connected and when it last used its connection. */
export function ConnectionTimes({ connection }: { connection: Shape<'OwnConnection'> }) {
  const { connectedAt, lastUsedAt, expiresAt, revokedAt } = connection
  return (
    <>
      Connected <Timestamp at={connectedAt} />,{' '}
      {lastUsedAt ? (
        <>
          last used <Timestamp at={lastUsedAt} />
        </>
      ) : (
        'never used'
      )}
      {revokedAt ? (
        <>
          , ended <Timestamp at={revokedAt} />
        </>
      ) : (
        expiresAt && (
          <>
            , ends <Timestamp at={expiresAt} />
          </>
        )
      )}
    </>
  )
}
