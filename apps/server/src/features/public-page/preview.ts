import { createHash } from 'node:crypto'

import { publicPageTexts as texts } from '@doslovno/texts/public-page.ts'
import { LRUCache } from 'lru-cache'

import { type Context, PREVIEW_SIZE, type PreviewCard } from '#context.ts'

import type { PublicFile } from './read.ts'

/** Raise it with every change of the drawing: links shown before then get the new one. */
const DESIGN = 1
/** Some two hundred images. */
const KEPT_BYTES = 16_000_000
const KEPT_MS = 10 * 60_000

/** Where the image of a file's link is; it has a new address whenever it would look different. */
export function imageOf(file: PublicFile) {
  const query = queryOf(file)
  return { ...PREVIEW_SIZE, query, path: `${file.path}/${versionOf(cardOf(file))}/preview.png${query}` }
}

export function cardOf({ title, quote, nameOf, seconds, speakers }: PublicFile): PreviewCard {
  return {
    title,
    quote: quote && { text: texts.quote(quote.text), name: nameOf(quote.speaker), time: clock(quote.start) },
    about: texts.about({ seconds, speakers, names: [] }),
  }
}

export function versionOf(card: PreviewCard): string {
  return createHash('sha256')
    .update(JSON.stringify([DESIGN, card]))
    .digest('base64url')
    .slice(0, 16)
}

/** Draws each card once while it is asked for; undefined if it cannot be drawn now. */
export function createImages({ previews, log }: Context) {
  const cache = new LRUCache<string, Buffer, PreviewCard>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (image) => image.length,
    ttl: KEPT_MS,
    ttlAutopurge: true,
    ignoreFetchAbort: true,
    fetchMethod: (_version, _old, { context: card }) =>
      previews.draw(card).catch((error: unknown) => log.warn({ err: error }, 'a preview was not drawn')),
  })
  return (card: PreviewCard, version: string) => cache.fetch(version, { context: card })
}

function queryOf({ stretch }: PublicFile): string {
  if (!stretch) return ''
  return `?t=${[stretch.from, stretch.to].filter((moment) => moment !== undefined).join('-')}`
}

/** 3:04:12 or 4:09 */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const digits = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${digits(minutes)}:${digits(rest)}` : `${minutes}:${digits(rest)}`
}
