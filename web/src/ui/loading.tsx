import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** Grey places as high as what will stand there, so that nothing jumps when it comes. */
export function Loading({ rows = 4, height = 88 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike.
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  )
}
