import { currentLanguage } from '../i18n/language.ts'

/** Installs the service worker, which only shows an offline page, in the current language. */
export function installOfflinePage(): void {
  // Next to a development server there is none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const script = `/service-worker.js?language=${currentLanguage()}`
  // Browsers reject it where storage is blocked; then they show their own page.
  navigator.serviceWorker.register(script, { updateViaCache: 'none' }).catch(() => {})
}
