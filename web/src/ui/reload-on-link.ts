import { useEffect } from 'react'

/**
 * Reloads the page when another link to it is opened in the same tab: links differ in the fragment only, which a browser
 * takes for a place in the page that it shows already.
 */
export function useReloadOnLink(): void {
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])
}
