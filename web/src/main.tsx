import { installOfflinePage } from './ui/offline-page.ts'
import './ui/components.css'
import '@mantine/notifications/styles.css'
import './ui/global.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { DirectionProvider, MantineProvider, MantineThemeProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, useLayoutEffect, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { readArrivedData } from './api/early-data.ts'
import { takeEarlyResponses } from './api/early-responses.ts'
import { isUnreachable } from './api/errors.ts'
import { queryClient } from './api/query-client.ts'
import { showLanguageAt } from './i18n/language.ts'
import { router } from './router.ts'
import { nonce } from './ui/nonce.ts'
import { componentTexts, theme, variables } from './ui/theme.ts'

// The page itself reports a lost connection. All other errors go to the console.
const onCaughtError = (error: unknown) => isUnreachable(error) || console.error(error)

/** Removes the shell of the document in the same frame in which the first page is rendered. */
function RemoveShell() {
  useLayoutEffect(() => document.getElementById('shell')?.remove(), [])
  return null
}

const onLanguageChange = (listener: () => void) => i18n.on('change', listener)

/** Remounts the pages when the language changes, so that each component can use the current one without a hook. */
function InLanguage({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(onLanguageChange, () => i18n.locale)
  return (
    <I18nProvider key={language} i18n={i18n}>
      <DirectionProvider>
        <MantineThemeProvider theme={componentTexts()}>{children}</MantineThemeProvider>
      </DirectionProvider>
    </I18nProvider>
  )
}

function render() {
  createRoot(document.getElementById('root')!, { onCaughtError }).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
        deduplicateInlineStyles
      >
        <QueryClientProvider client={queryClient}>
          <InLanguage>
            <RouterProvider router={router} />
          </InLanguage>
          <RemoveShell />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

router.subscribe('onBeforeLoad', ({ toLocation }) => void showLanguageAt(toLocation.pathname))

takeEarlyResponses()

// The shell stays until the scripts and the language of the first page are loaded, and its data if it is there.
Promise.all([showLanguageAt(location.pathname), router.load(), readArrivedData()])
  .finally(render)
  .finally(installOfflinePage)
