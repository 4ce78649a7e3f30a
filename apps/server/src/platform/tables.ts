import type { LegalDocument } from '@doslovno/domain/account/legal.ts'
import type { LinkPurpose } from '@doslovno/domain/account/mail-link.ts'
import type { LotKind } from '@doslovno/domain/billing/ledger.ts'
import type { TariffMeta } from '@doslovno/domain/billing/tariff.ts'
import type { ProcessStatus, ScriptStatus, Stage } from '@doslovno/domain/script/status.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** The database as SQL migrations made it; columns are camelCase on this side. */
export type Tables = {
  users: Users
  tariffs: Tariffs
  identities: Identities
  mailLinks: MailLinks
  providerTokens: ProviderTokens
  legacyTokens: LegacyTokens
  consents: Consents
  auditEvents: AuditEvents
  lots: Lots
  reservations: Reservations
  reservationParts: ReservationParts
  ledgerEntries: LedgerEntries
  sessions: Sessions
  refreshTokens: RefreshTokens
  scripts: Scripts
  processes: Processes
  chunks: Chunks
  segments: Segments
}

/** PostgreSQL's bigint arrives as a number: sizes stay far below 2⁵³. */
type Json<T> = ColumnType<T, string, string>

type Users = {
  id: string
  email: string | null
  name: string
  surname: Generated<string>
  passwordHash: string | null
  isSuperuser: Generated<boolean>
  createdAt: Generated<Date>
  tariffId: Generated<number>
  tariffPeriod: Generated<'month' | 'year'>
  tariffSince: Generated<Date>
  thesesLeft: Generated<number>
  utmData: Generated<string>
}

type Tariffs = {
  id: number
  name: string
  isPublic: Generated<boolean>
  minutes: number
  priceMonthKopecks: number
  priceMinuteKopecks: number
  fileSizeMb: number
  limitFileCount: number | null
  fileStorageDays: number
  meta: Json<TariffMeta>
}

type Identities = { provider: string; subject: string; userId: string; createdAt: Generated<Date> }

type MailLinks = {
  id: string
  hash: Buffer | null
  purpose: LinkPurpose
  userId: string | null
  email: string
  payload: Json<unknown>
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

type ProviderTokens = { hash: Buffer; provider: string; profile: Json<unknown>; expiresAt: Date; spentAt: Date | null }

type LegacyTokens = { hash: Buffer; userId: string; usedAt: Date | null }

type Consents = {
  id: Generated<number>
  userId: string
  document: LegalDocument
  version: string
  acceptedAt: Date
  address: string
  userAgent: string
}

type AuditEvents = {
  id: Generated<number>
  at: Generated<Date>
  kind: string
  userId: string | null
  address: string | null
  details: Json<unknown>
}

type Lots = {
  id: string
  userId: string
  kind: LotKind
  grantedSeconds: number
  remainingSeconds: number
  heldSeconds: Generated<number>
  consumedSeconds: Generated<number>
  expiredSeconds: Generated<number>
  startsAt: Date
  expiresAt: Date
  source: string
}

type Reservations = {
  id: string
  userId: string
  processId: string
  state: Generated<'held' | 'settled' | 'released'>
  seconds: number
  usedSeconds: number | null
  createdAt: Date
  endedAt: Date | null
}

type ReservationParts = { reservationId: string; position: number; lotId: string; seconds: number }

type LedgerEntries = {
  id: Generated<number>
  at: Date
  userId: string
  lotId: string
  kind: 'grant' | 'hold' | 'release' | 'capture' | 'expire'
  seconds: number
  reservationId: string | null
}

type Sessions = {
  id: string
  userId: string
  createdAt: Generated<Date>
  expiresAt: Date
  revokedAt: Date | null
}

type RefreshTokens = {
  hash: Buffer
  sessionId: string
  parent: Buffer | null
  expiresAt: Date
  usedAt: Date | null
}

type Scripts = {
  id: string
  userId: string
  fileName: string
  sizeBytes: number
  kind: 'audio' | 'video'
  contentType: string
  status: Generated<ScriptStatus>
  uploadedAt: Generated<Date>
  durationSeconds: number | null
  language: string | null
  isPublic: Generated<boolean>
  peaks: Generated<number[]>
  processId: string | null
}

type Processes = {
  id: string
  scriptId: string
  status: Generated<ProcessStatus>
  stage: Generated<Stage>
  language: string
  errorCode: string | null
  chunksTotal: Generated<number>
  chunksDone: Generated<number>
  secondsTotal: Generated<number>
  secondsDone: Generated<number>
  createdAt: Generated<Date>
  recogniseStartedAt: Date | null
  finishedAt: Date | null
}

type Chunks = {
  processId: string
  index: number
  startSeconds: number
  endSeconds: number
  attempts: Generated<number>
  doneAt: Date | null
  words: Json<Word[] | null> | null
}

type Segments = {
  scriptId: string
  index: number
  startSeconds: number
  endSeconds: number
  speaker: number
  text: string
  words: Json<Word[]>
}

export type TariffRow = Selectable<Tariffs>
export type MailLinkRow = Selectable<MailLinks>
export type LotRow = Selectable<Lots>
export type ReservationRow = Selectable<Reservations>
export type UserRow = Selectable<Users>
export type ScriptRow = Selectable<Scripts>
export type ProcessRow = Selectable<Processes>
export type ChunkRow = Selectable<Chunks>
export type SegmentRow = Selectable<Segments>
