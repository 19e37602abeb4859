import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogues } from './scripts/catalogues.ts'
import { CHUNK_GROUPS } from './scripts/chunks.ts'
import { componentStyles } from './scripts/component-styles.ts'
import { documents } from './scripts/documents.ts'
import { guides } from './scripts/guides.ts'
import { helpers } from './scripts/helpers.ts'
import { messages } from './scripts/macros.ts'
import { noScripts } from './scripts/no-scripts.ts'
import { offline } from './scripts/offline.ts'

export default defineConfig({
  plugins: [messages, catalogues, react(), componentStyles, documents, guides, noScripts, offline, helpers],
  // The server replaces the placeholder with a new nonce in each response (`server/src/edge/http/pages.ts`).
  html: { cspNonce: '{{nonce}}' },
  // Libraries share the pages' React, wherever they are installed.
  resolve: { dedupe: ['react'] },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The content security policy allows no `data:` scripts or styles.
    assetsInlineLimit: 0,
    // One stylesheet: nearly all of it belongs to the component library, which every page uses.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
      checks: { pluginTimings: false },
    },
  },
  // For development: `npx vite web` next to a running service.
  server: { proxy: { '/v1': 'http://127.0.0.1:8787' } },
})
