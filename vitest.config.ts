import { resolve } from 'node:path'

import { defineConfig } from 'vitest/config'

import { databaseUrl, developmentEnv, servers } from '#scripts/settings.ts'

// The servers of `pnpm services up`; each test file clones a database of its own.
const development = developmentEnv()
const env = {
  ...development,
  DATABASE_URL: databaseUrl(servers.testPostgres, 'postgres'),
  // A database of Redis for tests alone: what they count must not be held against a developer.
  REDIS_URL: `${development.REDIS_URL}/1`,
  LOG_LEVEL: 'silent',
  WORKER_SLOTS: '1',
  RATE_LIMIT_FACTOR: '1000',
  // Tests that need a language model start their own (`apps/server/test/llm.ts`).
  LLM_BASE_URL: '',
  // The models of this machine; tests of the remote adapter start a server (`apps/server/test/speech-server.ts`).
  SPEECH_BASE_URL: '',
  // So do tests that need a shop (`apps/server/test/shop.ts`).
  YOOKASSA_SHOP_ID: '',
}
Object.assign(process.env, env)

const node = {
  environment: 'node' as const,
  setupFiles: ['patience.ts', 'budget/record.ts'].map((file) => resolve(import.meta.dirname, 'scripts', file)),
  // Limits only end what hangs: recognition takes its time on slow and busy cores.
  testTimeout: 600_000,
  hookTimeout: 300_000,
}

const server = {
  ...node,
  root: 'apps/server',
  globalSetup: ['test/global-setup.ts'],
  env,
}

/** They start with a fresh process: they change what a process has once, or look at what it has loaded. */
const alone = [
  'src/adapters/previews/drawable.test.ts',
  'src/platform/process/ops.test.ts',
  'src/platform/tracing/tracing.test.ts',
]

export default defineConfig({
  test: {
    // Server tests often wait for processes, timers and storage: four files at once keep two cores busy.
    maxWorkers: 4,
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          // These tests share nothing but modules: a process per file would cost more than all of them.
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'deploy/**/*.test.ts',
            'simulators/src/**/*.test.ts',
            'lab/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          // Loading the app takes 3 CPU seconds: once per process, not once per file.
          isolate: false,
          include: ['src/**/*.test.ts'],
          exclude: alone,
        },
      },
      { test: { ...server, name: 'server-alone', include: alone } },
      'apps/web/vite.config.ts',
    ],
  },
})
