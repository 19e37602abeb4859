import { Alert, Stack, Text } from '@mantine/core'
import type { Shape } from '../api/client.ts'
import type { Place } from './place.ts'

/**
 * What there is to know of an app that nobody has registered here. Its name is its own claim; what cannot be claimed is
 * where its description lies and where a person is sent.
 */
export function Stranger({ app, place }: { app: Shape<'ConsentPreview'>['app']; place?: Place }) {
  return (
    <Alert color="orange" variant="light" title="This app is not verified" role="note">
      <Stack gap={4}>
        <Text size="sm">
          We do not know who makes it: “{app.name}” is only what it calls itself. Allow it only if you have just started
          this yourself.
        </Text>
        {app.host && (
          <Text size="sm" className="breaks">
            It is described at <b>{app.host}</b>.
          </Text>
        )}
        {place && (
          <Text size="sm" className="breaks">
            {place.isHere ? (
              <>
                What you allow goes to a program on this device, at <b>{place.name}</b>. Any program here could claim
                that name.
              </>
            ) : (
              <>
                What you allow goes to <b>{place.name}</b>.
              </>
            )}
          </Text>
        )}
      </Stack>
    </Alert>
  )
}
