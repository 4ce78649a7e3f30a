import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'

import { startBufferingProxy } from './buffering-proxy.ts'
import { test } from './documented.ts'
import { ports } from './environment.ts'
import { signIn } from './journey.ts'
import { addFile, createPerson, type Person } from './seed.ts'

const api = `http://127.0.0.1:${ports.api}`

const file = (page: Page, name: string) => page.getByRole('row').getByRole('link', { name })

/** A person with a file, and the same person elsewhere, who renames it. */
async function personElsewhere() {
  const person = await createPerson()
  const id = await addFile(person, [], { fileName: 'Планёрка' })
  const headers = { authorization: `Bearer ${await tokenOf(person)}`, 'content-type': 'application/json' }
  // The first visit grants the minutes of the month: a change that the page under test must not see.
  expect((await fetch(`${api}/api/account`, { headers })).status).toBe(200)
  const rename = async (fileName: string) => {
    const body = JSON.stringify({ fileName })
    expect((await fetch(`${api}/api/scripts/${id}/filename`, { method: 'PATCH', headers, body })).status).toBe(200)
  }
  return { person, rename }
}

async function tokenOf({ email, password }: Person): Promise<string> {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${api}/api/account/login`, { method: 'POST', headers, body })
  return ((await reply.json()) as { accessToken: string }).accessToken
}

/** What pages ask for. */
function watchRequests(context: BrowserContext) {
  const asked: Request[] = []
  const ended = new Set<Request>()
  context.on('request', (request) => asked.push(request))
  context.on('requestfinished', (request) => ended.add(request))
  context.on('requestfailed', (request) => ended.add(request))
  const of = (path: string) => asked.filter((request) => new URL(request.url()).pathname === path)
  return {
    lists: () => of('/api/scripts').length,
    accounts: () => of('/api/account').length,
    answeredAccounts: () => of('/api/account').filter((request) => ended.has(request)).length,
    streams: () => of('/api/events').length,
    openStreams: () => of('/api/events').filter((request) => !ended.has(request)).length,
    polls: () => of('/api/scripts').length + of('/api/account').length,
  }
}

type Requests = ReturnType<typeof watchRequests>

/** A stream begins with the version, and the page asks for the account again. */
async function streamLives(requests: Requests): Promise<void> {
  await expect.poll(requests.answeredAccounts).toBeGreaterThanOrEqual(2)
  expect(requests.openStreams()).toBe(1)
}

/** Longer than the intervals of list and account, shorter than the silence after which a stream is given up. */
const POLLS_DUE_MS = 20_000

/** Lets time pass, and waits until everything that the page asks for because of it has been seen. */
async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.fastForward(ms)
  await page.evaluate(async () => void (await fetch('/')).text())
}

async function show(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

test('a file renamed elsewhere is told by the stream, while the polls rest', async ({ page, context }) => {
  const { person, rename } = await personElsewhere()
  const requests = watchRequests(context)
  await page.clock.install()
  await signIn(page, person)
  await streamLives(requests)
  const polls = requests.polls()

  await pass(page, POLLS_DUE_MS)
  expect(requests.polls()).toBe(polls)
  await rename('Итоги года')

  await expect(file(page, 'Итоги года')).toBeVisible()
  expect(requests.polls()).toBeGreaterThan(polls)
  expect([requests.streams(), requests.openStreams()]).toEqual([1, 1])
})

test('behind a proxy that holds streams back the list is polled every 10 s and the account every 8 s [HOME-9, SESS-8]', async ({
  page,
  context,
}) => {
  const { person, rename } = await personElsewhere()
  const proxy = await startBufferingProxy()
  const requests = watchRequests(context)
  await page.clock.install()
  await signIn(page, person, `${proxy.url}/`)
  await expect(file(page, 'Планёрка')).toBeVisible()
  await expect.poll(requests.openStreams).toBe(1)

  // Without a byte in 10 s the stream is given up; the second failure ends the attempts for a while.
  await pass(page, 10_000)
  await expect.poll(requests.streams).toBe(2)
  await pass(page, 10_000)
  await expect.poll(requests.openStreams).toBe(0)
  const [accounts, lists] = [requests.accounts(), requests.lists()]
  await pass(page, 8000)
  await expect.poll(requests.accounts).toBeGreaterThan(accounts)
  await rename('Итоги года')
  await pass(page, 2000)

  await expect.poll(requests.lists).toBeGreaterThan(lists)
  await expect(file(page, 'Итоги года')).toBeVisible()
  expect(requests.streams()).toBe(2)
  proxy.close()
})

test('a hidden tab rests, and catches up at once when it is seen', async ({ page, context }) => {
  const { person, rename } = await personElsewhere()
  const requests = watchRequests(context)
  await page.clock.install()
  await signIn(page, person)
  await streamLives(requests)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const told = new Promise((resolve) => devtools.once('Network.dataReceived', resolve))
  await show(page, 'hidden')
  const [accounts, polls] = [requests.accounts(), requests.polls()]

  await rename('Итоги года')
  await told
  await pass(page, POLLS_DUE_MS)
  expect(requests.polls()).toBe(polls)
  await expect(file(page, 'Планёрка')).toBeVisible()
  await show(page, 'visible')

  await expect(file(page, 'Итоги года')).toBeVisible()
  await expect.poll(requests.accounts).toBe(accounts + 1)
})

test('two tabs share one stream, and the second takes over when the first is closed', async ({ context }) => {
  const { person, rename } = await personElsewhere()
  const requests = watchRequests(context)
  const [first, second] = [await context.newPage(), await context.newPage()]
  await signIn(first, person)
  await streamLives(requests)
  await second.goto('/')
  await expect(file(second, 'Планёрка')).toBeVisible()

  await rename('Итоги года')
  for (const tab of [first, second]) await expect(file(tab, 'Итоги года')).toBeVisible()
  expect([requests.streams(), requests.openStreams()]).toEqual([1, 1])
  await first.close()
  await expect.poll(requests.streams).toBe(2)
  await rename('Итоги квартала')

  await expect(file(second, 'Итоги квартала')).toBeVisible()
})
