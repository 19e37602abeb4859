import { Alert, type AlertProps } from '@mantine/core'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'

// An icon of its own for each tone, because some users cannot distinguish the colours.
const TONES = {
  info: { color: 'gray', icon: <Info /> },
  success: { color: 'pine', icon: <CircleCheck /> },
  warning: { color: 'orange', icon: <TriangleAlert /> },
  danger: { color: 'red', icon: <CircleAlert /> },
} as const

interface NoteProps extends Omit<AlertProps, 'color' | 'variant'> {
  tone: keyof typeof TONES
}

/** A box with something to know on a page: every one has the colour of its tone, and its icon unless there is another. */
export function Note({ tone, ...props }: NoteProps) {
  return <Alert {...TONES[tone]} variant="light" {...props} />
}
