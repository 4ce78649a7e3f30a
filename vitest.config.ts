import { defineConfig } from 'vitest/config'

import { developmentEnv } from './scripts/settings.ts'

// The servers of `pnpm services up`; each test file clones a database of its own.
const development = developmentEnv('postgres')
const env = {
  ...development,
  // A database of Redis for tests alone: what they count must not be held against a developer.
  REDIS_URL: `${development.REDIS_URL}/1`,
  LOG_LEVEL: 'silent',
  WORKER_SLOTS: '1',
  RATE_LIMIT_FACTOR: '1000',
}
Object.assign(process.env, env)

const node = { environment: 'node', testTimeout: 60_000, hookTimeout: 60_000 } as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'simulators/*/src/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...node,
          // Speech takes its time on slow cores; the limit is for what hangs.
          testTimeout: 240_000,
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          env,
        },
      },
      'apps/web/vite.config.ts',
    ],
  },
})
