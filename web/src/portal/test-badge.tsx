import { Badge } from '@mantine/core'

/** Marks a test person, and what an app did for one. */
export function TestBadge() {
  return (
    <Badge component="span" variant="light" color="gray">
      test
    </Badge>
  )
}
