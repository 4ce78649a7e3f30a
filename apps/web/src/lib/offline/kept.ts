import type { User } from '@doslovno/contract/account/accounts.ts'
import type { Script } from '@doslovno/contract/scripts.ts'

import { exclusively } from '#lib/tabs/exclusively.ts'

import { KEPT_CACHE } from './caches.ts'
import { type KeptFile, withOpened } from './kept-rules.ts'

const LOCK = 'doslovno.kept'
const OWNER = '/kept/owner'
const LIST = '/kept/list'
const addressOf = (id: string) => `/kept/files/${encodeURIComponent(id)}`

/** Keeps a finished file. `isStillIn`: whether its owner is signed in, asked again when it is this one's turn. */
export async function keepScript(owner: User, script: Script, isStillIn: () => boolean): Promise<void> {
  if (!hasCaches()) return
  const now = Date.now()
  // The addresses of the recording open it for anybody; they expire soon anyway.
  const body = JSON.stringify({ ...script, fileSrc: null, playbackSrc: null })
  const { id, fileName, type, duration } = script
  const seconds = duration ?? 0
  const opened: KeptFile = { id, fileName, type, seconds, savedAt: now, openedAt: now, bytes: body.length }
  await exclusively(LOCK, async () => {
    if (!isStillIn()) return
    if ((await keptOwner())?.id !== owner.id) await caches.delete(KEPT_CACHE)
    const cache = await caches.open(KEPT_CACHE)
    const { kept, dropped } = withOpened(await readList(), opened)
    await cache.put(OWNER, jsonReply(JSON.stringify(owner)))
    await cache.put(addressOf(id), jsonReply(body))
    await Promise.all(dropped.map((droppedId) => cache.delete(addressOf(droppedId))))
    await cache.put(LIST, jsonReply(JSON.stringify(kept)))
  })
}

/** The user whose files are kept. */
export function keptOwner(): Promise<User | undefined> {
  return read<User>(OWNER)
}

/** The kept files of a user, last opened first. */
export async function listKept(userId: string): Promise<readonly KeptFile[]> {
  return (await keptOwner())?.id === userId ? readList() : []
}

export type KeptScript = { script: Script; savedAt: number }

/** A kept file of a user, to be read only; null if there is none. */
export async function readKept(userId: string, id: string): Promise<KeptScript | null> {
  const file = (await listKept(userId)).find((kept) => kept.id === id)
  const script = file && (await read<Script>(addressOf(id)))
  return script ? { script: { ...script, canEdit: false }, savedAt: file.savedAt } : null
}

/** Forgets a file that was deleted or closed. */
export async function dropKept(id: string): Promise<void> {
  if (!hasCaches()) return
  await exclusively(LOCK, async () => {
    const list = await readList()
    if (!list.some((file) => file.id === id)) return
    const cache = await caches.open(KEPT_CACHE)
    await cache.delete(addressOf(id))
    await cache.put(LIST, jsonReply(JSON.stringify(list.filter((file) => file.id !== id))))
  })
}

/** For when the user leaves: the next one must not find anything. */
export async function wipeKept(): Promise<void> {
  if (hasCaches()) await exclusively(LOCK, () => caches.delete(KEPT_CACHE))
}

/** Forgets the files of a user who has left this device to another. */
export async function wipeKeptOfOthers(userId: string): Promise<void> {
  const owner = await keptOwner()
  if (owner && owner.id !== userId) await wipeKept()
}

async function readList(): Promise<readonly KeptFile[]> {
  return (await read<KeptFile[]>(LIST)) ?? []
}

async function read<T>(address: string): Promise<T | undefined> {
  // Unlike `open`, this does not create what is not there.
  const reply = hasCaches() ? await caches.match(address, { cacheName: KEPT_CACHE }) : undefined
  return reply ? ((await reply.json()) as T) : undefined // written by this file only
}

function jsonReply(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}

/** Browsers have caches in secure contexts only. */
function hasCaches(): boolean {
  return 'caches' in globalThis
}
