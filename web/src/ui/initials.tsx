import { Avatar } from '@mantine/core'

/** A mark for an app or a person. Pictures at other hosts are not fetched: they would tell who looks at what. */
export function Initials({ name, size = 40 }: { name: string; size?: number }) {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
  return (
    <Avatar size={size} radius="md" color="pine" variant="light" aria-hidden>
      {letters}
    </Avatar>
  )
}
