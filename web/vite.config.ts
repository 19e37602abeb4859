import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { PAGES } from './src/urls.ts'

/** What the server reads to know which addresses are pages. */
const pageList: Plugin = {
  name: 'page-list',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(PAGES) })
  },
}

export default defineConfig({
  plugins: [react(), pageList],
  // The server puts a fresh one into each page (`server/src/edge/pages.ts`).
  html: { cspNonce: '{{nonce}}' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // A file turned into a data address could not be kept apart from scripts by the policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // For work on the pages: `npx vite web`, beside a running service.
  server: { proxy: { '/v1': 'http://127.0.0.1:8787' } },
})
