import { writeFile } from 'node:fs/promises'

import { type PlaywrightWorkerArgs, test as base, type TestInfo } from '@playwright/test'

import { startChromium } from './chromium-engine.ts'
import { startFirefox } from './firefox-engine.ts'
import type { Engine, EngineName, Screen } from './screen.ts'
import { startWebKit } from './webkit-engine.ts'

export type EngineOptions = { engineName: EngineName }

/** Journeys in the engine of their project: `user` is the window of the person, `visitor` that of somebody else. */
export const test = base.extend<{ user: Screen; visitor: Screen }, EngineOptions & { engine: Engine }>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, playwright }, use) => {
      const engine = await start(engineName, playwright)
      await use(engine)
      await engine.stop()
    },
    { scope: 'worker' },
  ],
  user: async ({ engine }, use, info) => provideScreen(engine, use, info),
  visitor: async ({ engine }, use, info) => provideScreen(engine, use, info),
})

function start(name: EngineName, { chromium }: PlaywrightWorkerArgs['playwright']): Promise<Engine> {
  if (name === 'firefox') return startFirefox()
  if (name === 'webkit') return startWebKit()
  return startChromium(chromium)
}

async function provideScreen(
  engine: Engine,
  provide: (screen: Screen) => Promise<void>,
  info: TestInfo,
): Promise<void> {
  const screen = await engine.open()
  await provide(screen)
  if (info.status !== info.expectedStatus) {
    const path = info.outputPath('screen.png')
    await writeFile(path, await screen.screenshot())
    await info.attach('screen', { path })
  }
  await screen.close()
}
