import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

import { endpointsOnly } from './build/endpoints.ts'
import { manifest } from './build/manifest.ts'
import { loadByScript, page } from './build/page.ts'
import { precompress } from './build/precompress.ts'
import { serviceWorker } from './build/service-worker.ts'

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const CORE =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|store|react-store)|use-sync-external-store)\//

// The development build of React took most of the script time of the tests: they run the code that people run.
const isTest = Boolean(process.env['VITEST'])
const production = { transform: { define: { 'process.env.NODE_ENV': '"production"' } } }

export default defineConfig({
  plugins: [react(), endpointsOnly(), page(), loadByScript(), manifest(), serviceWorker(), precompress()],
  server: {
    host: process.env.WEB_HOST ?? '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 5173),
    strictPort: !isTest,
    proxy: { '/api': `http://127.0.0.1:${process.env.API_PORT ?? 3000}` },
  },
  // Scans the tests too: a dependency discovered during a run would reload the page.
  optimizeDeps: {
    entries: ['index.html', 'src/**/*.browser.test.tsx'],
    ...(isTest && { rolldownOptions: production }),
  },
  ...(isTest && { oxc: { jsx: { development: false } } }),
  // Types are written to dist/types, so the build must not empty all of dist.
  build: {
    target: 'baseline-widely-available',
    outDir: 'dist/app',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The reader of a public file is an entry of its own: a visitor loads it instead of the app.
      input: { index: 'index.html', reader: 'src/reader.ts' },
      // Every screen needs these: one file compresses better than five.
      output: { codeSplitting: { groups: [{ name: 'core', test: CORE }] } },
    },
  },
  test: {
    name: 'web',
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: ['../../scripts/patience.ts', 'test/isolate.ts'],
    // A success ends a wait at once: these limits only end what hangs, on busy machines too.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    // The files share one page: `test/isolate.ts` cleans it after each test.
    isolate: false,
    // One page at a time: Chromium slows down those in the background.
    maxWorkers: 1,
    // Vitest refuses projects with other numbers of workers at the same time.
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: '/usr/bin/chromium-headless-shell', args: CHROMIUM_FLAGS },
        // A click on a moving element may miss it.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
