/* The scripts of notices, apart from the first page's (`notices.tsx`). */
export { Notifications as component } from '@mantine/notifications'
