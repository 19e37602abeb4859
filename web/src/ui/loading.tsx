import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** Skeletons as high as the content that will replace them, so that nothing moves when it arrives. */
export function Loading({ rows = 4, height = 88 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>
        <Trans>Loading</Trans>
      </VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike.
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  )
}
