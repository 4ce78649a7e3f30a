/** Shows notifications about files. */
export function showPushes() {
  addEventListener('push', (event) => {
    const message = readMessage(event.data)
    if (!message) return
    const { title, body, url, tag } = message
    const options = { body, tag, data: { url }, icon: '/icons/192.png', lang: 'ru' }
    event.waitUntil(registration.showNotification(title, options))
  })
  addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(ownAddress(event.notification.data?.url)))
  })
}

function readMessage(data) {
  try {
    const message = data?.json()
    return typeof message?.title === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** An address of this site; anything else leads home. */
function ownAddress(path) {
  const home = new URL('/', location.origin)
  const url = typeof path === 'string' && URL.canParse(path, home) ? new URL(path, home) : home
  return url.origin === home.origin ? url.href : home.href
}

/** Shows the tab that has the page open already, else a new one. */
async function open(address) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ url }) => url.split(/[?#]/)[0] === address)
  return shown ? shown.focus() : clients.openWindow(address)
}
