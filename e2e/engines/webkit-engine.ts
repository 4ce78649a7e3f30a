import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

import { type Driver, screenOf } from './driven-screen.ts'
import type { Engine } from './screen.ts'
import { openSession, type Session } from './webdriver.ts'

const START_MS = 60_000
const VIEWPORT = { width: 1440, height: 900 }

/** Starts a screen without a monitor; every window is a MiniBrowser on it. */
export async function startWebKit(): Promise<Engine> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [written] = (await once(xvfb.stdio[3] as Readable, 'data')) as [Buffer] // a pipe, as asked
  const display = `:${written.toString().trim()}`
  return {
    open: async () => screenOf(await openWindow(display)),
    stop: () => stop(xvfb),
  }
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Opens a window with a driver of its own: a driver serves one session. */
async function openWindow(display: string): Promise<Driver> {
  const port = await freePort()
  const env = { ...process.env, DISPLAY: display, TZ: 'Europe/Moscow', LANGUAGE: 'ru', NO_AT_BRIDGE: '1' }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/status`)
  const session = await openSession(url)
  await resize(session, VIEWPORT)
  const { send } = session
  const run = <Result>(script: string, args: readonly unknown[]) =>
    send<Result>('execute/sync', { script: `return (${script}).apply(null, arguments)`, args })
  return {
    goto: (address) => send('url', { url: address }),
    reload: () => send('refresh', {}),
    run,
    perform: (actions) => send('actions', { actions }),
    give: async (script, args, path) => {
      const { [ELEMENT]: id } = await run<{ [ELEMENT]: string }>(script, args)
      await send(`element/${id}/value`, { text: path })
    },
    screenshot: () => send('screenshot'),
    close: async () => {
      await session.end()
      await stop(driver)
    },
  }
}

/** Gives the page this size; the window also has a toolbar. */
async function resize({ send }: Session, { width, height }: typeof VIEWPORT): Promise<void> {
  await send('window/rect', { width, height })
  const script = 'return [innerWidth, innerHeight]'
  const [innerWidth, innerHeight] = await send<[number, number]>('execute/sync', { script, args: [] })
  await send('window/rect', { width: 2 * width - innerWidth, height: 2 * height - innerHeight })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // an object for TCP
  server.close()
  return port
}

async function answers(url: string): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await wait(50)) {
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok) return
  }
  throw new Error('WebKitWebDriver did not start')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
