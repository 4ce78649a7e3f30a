import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { type Connection, openConnection } from './bidi.ts'
import { type Driver, screenOf } from './driven-screen.ts'
import type { Engine } from './screen.ts'

const PREFERENCES = {
  'intl.accept_languages': 'ru-RU, ru',
  'ui.prefersReducedMotion': 1,
  'media.autoplay.default': 0,
  // Nothing but the journey: no first page, no updates, no telemetry.
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'app.update.disabledForTesting': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

/** A sound card that nobody hears: without any, Firefox plays no sound and calls the recording broken. */
function startSound(folder: string) {
  const socket = join(folder, 'pulse')
  const modules = ['module-null-sink', `module-native-protocol-unix socket=${socket}`]
  const args = ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1']
  const server = spawn('pulseaudio', [...args, ...modules.map((name) => `--load=${name}`)], { stdio: 'ignore' })
  return { env: { PULSE_SERVER: `unix:${socket}` }, stop: () => void server.kill() }
}

/** Starts a stock Firefox, driven by WebDriver BiDi without a driver in between. */
export async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const sound = startSound(profile)
  const firefox = spawn('firefox-esr', args, {
    env: { ...process.env, ...sound.env, TZ: 'Europe/Moscow' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const connection = await openConnection(`${await addressIn(firefox.stderr)}/session`)
  await connection.send('session.new', { capabilities: {} })
  return {
    open: async () => screenOf(await openTab(connection)),
    stop: async () => {
      const ended = once(firefox, 'exit')
      await connection.send('browser.close', {})
      await ended
      sound.stop()
      rmSync(profile, { recursive: true })
    },
  }
}

/** Firefox says where it listens. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /^WebDriver BiDi listening on (ws:\S+)$/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('Firefox ended before it listened')
}

type Value = { type: string; value: string; sharedId: string }
type Evaluated = { type: string; result: Value; exceptionDetails?: { text: string } }

/** Opens a tab that shares no storage with others. */
async function openTab({ send }: Connection): Promise<Driver> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {})
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
  await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
  const evaluate = async (expression: string): Promise<Value> => {
    const params = { expression, target: { context }, awaitPromise: true }
    const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', params)
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result
  }
  return {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
    run: async (script, args) => {
      const called = `(${script})(...${JSON.stringify(args)})`
      const { value } = await evaluate(`(async () => JSON.stringify((await ${called}) ?? null))()`)
      return JSON.parse(value)
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    give: async (script, args, path) => {
      const { sharedId } = await evaluate(`(${script})(...${JSON.stringify(args)})`)
      await send('input.setFiles', { context, element: { sharedId }, files: [path] })
    },
    screenshot: async () => (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
    close: async () => void (await send('browser.removeUserContext', { userContext })),
  }
}
