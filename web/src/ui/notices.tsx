import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

let Notifications: ComponentType<{ position: 'bottom-center' }> | undefined

/**
 * Shows what `notifications.show` of the component library is called with. Few visits show any, so the component is loaded
 * with the first one, which waits in the library's store until then. If it cannot be loaded, the next one tries again.
 */
export function Notices() {
  const { length } = useNotifications().notifications
  const [, setLoaded] = useState(Notifications !== undefined)
  useEffect(() => {
    if (!length || Notifications) return
    import('./notices-component.ts')
      .then(({ component }) => {
        Notifications = component
        setLoaded(true)
      })
      .catch(() => undefined)
  }, [length])
  return Notifications && <Notifications position="bottom-center" />
}
