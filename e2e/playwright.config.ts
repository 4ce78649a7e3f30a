import { resolve } from 'node:path'

import { defineConfig } from '@playwright/test'

import type { EngineOptions } from './engines/engine-test.ts'
import { origin, ports } from './environment.ts'

const ENGINES = ['chromium', 'firefox', 'webkit'] as const
/** The headless shell has no notifications. */
const WHOLE_BROWSER = 'offline.spec.ts'

const launchOptions = {
  // The same engine without the browser around it, for a quarter less CPU.
  executablePath: '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=no-user-gesture-required',
  ],
}

export default defineConfig<object, EngineOptions>({
  projects: [
    { name: 'journeys', testDir: '.', testIgnore: ['engines/**', WHOLE_BROWSER] },
    {
      name: 'whole browser',
      testDir: '.',
      testMatch: WHOLE_BROWSER,
      use: { launchOptions: { ...launchOptions, executablePath: '/usr/bin/chromium' } },
    },
    ...ENGINES.map((engineName) => ({
      name: engineName,
      testDir: 'engines',
      use: { engineName, serviceWorkers: 'allow' as const },
    })),
    ...ENGINES.map((engineName) => ({
      name: `${engineName} short`,
      testDir: 'engines',
      grep: /@short/,
      use: { engineName },
    })),
  ],
  outputDir: '../test-results/e2e',
  // Both limits only end hung tests; benches measure speed.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // Journeys create their own users, so they can share one stack. They wait half of the time: three keep two cores busy.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // A busy CI machine may fail one of two hundred journeys by chance; CI lists those that needed a second try.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: resolve(import.meta.dirname, '../test-results/e2e.json') }]],
  use: {
    baseURL: origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // It would keep the whole app in every new browser; offline.spec.ts has it.
    serviceWorkers: 'block',
    // A click on a moving element may miss it, and animation costs time.
    reducedMotion: 'reduce',
    launchOptions,
  },
  webServer: {
    command: 'node e2e/stack.ts',
    cwd: resolve(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${ports.apiOps}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'pipe',
  },
})
