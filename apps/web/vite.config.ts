import { brand } from '@doslovno/texts/brand.ts'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  plugins: [react(), brandedHtml()],
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 5173),
    strictPort: true,
    proxy: { '/api': `http://127.0.0.1:${process.env.API_PORT ?? 3000}` },
  },
  // Tests are looked through too: a dependency found in the middle of a run would reload it.
  optimizeDeps: { entries: ['index.html', 'src/**/*.browser.test.tsx'] },
  // Types are written to dist/types; the app goes beside them, so the build must not empty dist.
  build: { target: 'baseline-widely-available', outDir: 'dist/app', emptyOutDir: true },
  test: {
    name: 'web',
    include: ['src/**/*.browser.test.tsx'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: '/usr/bin/chromium', args: CHROMIUM_FLAGS },
        // A press on something that still moves may miss it.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})

/** index.html holds no Russian: its texts come from the catalogue like all others. */
function brandedHtml(): Plugin {
  return {
    name: 'branded-html',
    transformIndexHtml: (html) =>
      html
        .replace('%NAME%', brand.name)
        .replace('%DESCRIPTION%', brand.description)
        .replace('%NO_SCRIPT%', brand.noScript),
  }
}
