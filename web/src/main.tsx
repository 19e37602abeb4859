import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { isUnreachable } from './api/errors.ts'
import { queryClient } from './api/query-client.ts'
import { router } from './router.ts'
import { nonce } from './ui/nonce.ts'
import { theme, variables } from './ui/theme.ts'

// The page itself reports a lost connection. All other errors go to the console.
const onCaughtError = (error: unknown) => isUnreachable(error) || console.error(error)

/** Removes the shell of the document in the same frame in which the first page is rendered. */
function RemoveShell() {
  useLayoutEffect(() => document.getElementById('shell')?.remove(), [])
  return null
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
          <RouterProvider router={router} />
          <RemoveShell />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

// The shell stays until the scripts of the first page are loaded.
router.load().finally(render)
