import { Avatar } from '@mantine/core'

/** An avatar made of initials. Icons of apps are not loaded: their hosts would learn who looks at which app. */
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
