import { leaveShared } from '#lib/offline/shared-files.ts'
import { handlingOf, oldShells, PAGE_PATH, pageForShared, shellCache, UPLOAD_PATH } from '#lib/offline/worker-rules.ts'

import { showPushes } from './push.js'

// The service worker: shows notifications, takes files that other apps share, and opens the app without a connection.
// A page always comes from the server if that can be reached, so nobody stays with an old release.

/** The files of this release and the entries among them; filled in by build/service-worker.ts. */
const { version, entries, assets } = __RELEASE__
const known = new Set(assets)

showPushes()

addEventListener('install', (event) => {
  event.waitUntil(keepRelease().then(() => skipWaiting()))
})

addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

addEventListener('fetch', (event) => {
  const { request } = event
  const handling = handlingOf(request, location.origin, known)
  if (handling === 'share') event.respondWith(takeShared(request))
  if (handling === 'asset') event.respondWith(answerAsset(request))
  if (handling === 'page') event.respondWith(answerPage(event))
})

/** Files that the last release had too are not fetched again. */
async function keepRelease() {
  const cache = await caches.open(shellCache(version))
  await Promise.all(
    assets.map(async (path) => {
      const reply = (await caches.match(path)) ?? (await fetch(path))
      // A server of another release answers with its page.
      if (!reply.ok || isPage(reply)) throw new Error(`${path} is not there`)
      await cache.put(path, reply)
    }),
  )
  const page = await fetch(PAGE_PATH, { cache: 'no-cache', credentials: 'omit' })
  // During a deploy another server may have answered: its page would name files that are not here.
  const text = await page.clone().text()
  if (!entries.some((entry) => text.includes(entry))) throw new Error('The page belongs to another release')
  await cache.put(PAGE_PATH, page)
}

function isPage(reply) {
  return reply.headers.get('content-type')?.startsWith('text/html') ?? false
}

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(oldShells(names, version).map((name) => caches.delete(name)))
  // Asks for the page while the worker starts. Firefox shows an error if that fails, whatever the worker answers.
  const isFirefox = navigator.userAgent.includes('Firefox/')
  await (isFirefox ? registration.navigationPreload?.disable() : registration.navigationPreload?.enable())
  await clients.claim()
}

async function answerAsset(request) {
  return (await caches.match(request.url, { cacheName: shellCache(version) })) ?? fetch(request)
}

async function answerPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const page = await caches.match(PAGE_PATH, { cacheName: shellCache(version) })
    if (page) return page
    throw error
  }
}

async function takeShared(request) {
  const form = await request.formData()
  const files = form.getAll('files').filter((part) => part instanceof File && part.size > 0)
  const textOf = (name) => String(form.get(name) ?? '')
  if (files.length > 0) await leaveShared(files)
  const page = files.length > 0 ? UPLOAD_PATH : pageForShared({ url: textOf('url'), text: textOf('text') })
  return Response.redirect(new URL(page, location.origin), 303)
}
