import type { MediaType } from '#upload/options.ts'

import type { SummaryStatus, TemplateCode } from './types.ts'

/** A caller's rights to the summaries of one file. */
export type SummaryRights = {
  isOwner: boolean
  isSuperuser: boolean
  /** Whether the owner's tariff has `aiSettings`. */
  hasAiSettings: boolean
}

/** The newest making of a summary. */
export type Newest = { status: SummaryStatus; isStale: boolean }

/** One that is complete and still confirmed is made again only by those who may choose its template. */
export function canMake(newest: Newest, rights: SummaryRights): boolean {
  if (newest.status === 'process') return false
  if (canChooseTemplate(rights)) return true
  return rights.isOwner && (newest.status !== 'complete' || newest.isStale)
}

export function canChooseTemplate({ isOwner, isSuperuser, hasAiSettings }: SummaryRights): boolean {
  return isSuperuser || (isOwner && hasAiSettings)
}

const templates: Record<MediaType, TemplateCode> = {
  meeting: 'minutes',
  lection: 'lecture',
  interview: 'interview',
  talking: 'standard',
  other: 'standard',
}

/** The template of a file whose owner chose none. */
export function defaultTemplate(mediaType: MediaType): TemplateCode {
  return templates[mediaType]
}

const RETRY_MINUTES = [10, 30, 60, 180, 360, 720]
const MINUTE_MS = 60_000

/** When a making that failed for want of an answer is tried again; null: only by its owner. */
export function nextRetry(retries: number, now: Date): Date | null {
  const minutes = RETRY_MINUTES[retries]
  return minutes === undefined ? null : new Date(now.getTime() + minutes * MINUTE_MS)
}
