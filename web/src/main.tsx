import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/ui.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isUnreachable } from './api/errors.ts'
import { queries } from './api/session.ts'
import { router } from './router.ts'
import { nonce } from './ui/nonce.ts'
import { theme, variables } from './ui/theme.ts'

// A page that cannot be fetched is told on the page itself; whatever else broke one is for the console.
const onCaughtError = (error: unknown) => isUnreachable(error) || console.error(error)

createRoot(document.getElementById('root')!, { onCaughtError }).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
