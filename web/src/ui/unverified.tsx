import { Badge } from '@mantine/core'

/** Marks an app that nobody has registered: what it is called is what it calls itself. */
export function Unverified() {
  return (
    <Badge variant="light" color="orange" tt="none">
      unverified
    </Badge>
  )
}
