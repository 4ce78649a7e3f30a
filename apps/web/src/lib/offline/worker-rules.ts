/** Where other apps share files to, as the manifest says. */
export const SHARE_PATH = '/share'
export const UPLOAD_PATH = '/upload'
/** The page of the app, whatever the address. */
export const PAGE_PATH = '/'

const SHELL = 'doslovno.shell.'

/** `none` leaves the request to the browser. */
export type Handling = 'share' | 'page' | 'asset' | 'none'
type Asked = Pick<Request, 'method' | 'mode' | 'url'>

/** Neither the API nor a recording is ever answered from a cache. */
export function handlingOf({ method, mode, url }: Asked, origin: string, assets: ReadonlySet<string>): Handling {
  const { origin: asked, pathname } = new URL(url)
  if (asked !== origin || isApi(pathname)) return 'none'
  if (method === 'POST') return pathname === SHARE_PATH ? 'share' : 'none'
  if (method !== 'GET') return 'none'
  if (assets.has(pathname)) return 'asset'
  return mode === 'navigate' && !isEmbed(pathname) ? 'page' : 'none'
}

export function shellCache(version: string): string {
  return SHELL + version
}

/** Caches of other releases. */
export function oldShells(names: readonly string[], version: string): string[] {
  return names.filter((name) => name.startsWith(SHELL) && name !== shellCache(version))
}

/** The page that offers what was shared: files, which wait in their cache, or the first link of a message. */
export function pageForShared({ url, text }: { url: string; text: string }): string {
  const link = [url, ...text.split(/\s+/)].find((part) => /^https?:\/\//i.test(part))
  return link === undefined ? UPLOAD_PATH : `${UPLOAD_PATH}?${new URLSearchParams({ link }).toString()}`
}

/** A frame on another site; the app has no such page. */
function isEmbed(path: string): boolean {
  return path.startsWith('/embed/')
}

function isApi(path: string): boolean {
  return /^\/(api|v1)(\/|$)/.test(path)
}
