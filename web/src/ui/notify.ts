import { t } from '@lingui/core/macro'
import { type NotificationData, notifications } from '@mantine/notifications'

/** Shows a short message at the lower edge of the page, and returns its id. Its button to close it has a name. */
export function notify(message: NotificationData): string {
  return notifications.show({ closeButtonProps: { 'aria-label': t`Dismiss` }, ...message })
}
