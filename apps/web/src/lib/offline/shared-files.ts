import { SHARED_CACHE } from './caches.ts'

const NAME_HEADER = 'x-file-name'

/** Replaces what was shared before; called by the service worker. */
export async function leaveShared(files: readonly File[]): Promise<void> {
  await caches.delete(SHARED_CACHE)
  const cache = await caches.open(SHARED_CACHE)
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.type, [NAME_HEADER]: encodeURIComponent(file.name) }
    await cache.put(`/shared/${index}`, new Response(file, { headers }))
  }
}

/** The shared files, in their order. They stay until `forgetShared`. */
export async function readShared(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(SHARED_CACHE))) return []
  const cache = await caches.open(SHARED_CACHE)
  const replies = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
  return Promise.all(replies.filter((reply) => reply !== undefined).map(fileOf))
}

export async function forgetShared(): Promise<void> {
  await caches.delete(SHARED_CACHE)
}

async function fileOf(reply: Response): Promise<File> {
  const type = reply.headers.get('content-type') ?? ''
  return new File([await reply.blob()], decodeURIComponent(reply.headers.get(NAME_HEADER) ?? ''), { type })
}
