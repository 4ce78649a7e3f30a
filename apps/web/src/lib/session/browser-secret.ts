const KEY = 'browserSecret'
const BYTES = 32

/** The secret by which the server recognises the browser that registered; created at the first registration. */
export function createBrowserSecret(): string {
  const secret = readBrowserSecret() ?? randomSecret()
  localStorage.setItem(KEY, secret)
  return secret
}

/** Undefined if nobody has registered in this browser. */
export function readBrowserSecret(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined
}

function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
