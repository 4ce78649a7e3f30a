import type { Provider } from '@doslovno/contract/account/providers.ts'
import type { Operation } from '@doslovno/contract/editing.ts'
import type { LegalDocument } from '@doslovno/domain/account/legal.ts'
import type { MailLinkPurpose } from '@doslovno/domain/account/mail-link.ts'
import type { EditSource } from '@doslovno/domain/history/versions.ts'
import type { UnheardSpan } from '@doslovno/domain/process/unheard.ts'
import type { Flaw, ProcessStatus, ScriptStatus, Stage } from '@doslovno/domain/script/status.ts'
import type { Span } from '@doslovno/domain/span.ts'
import type { TemplateCode } from '@doslovno/domain/summary/types.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import type { MediaType, ProcessVocabulary, SpeakersCount } from '@doslovno/domain/upload/options.ts'
import type { ColumnType, Generated, Selectable } from 'kysely'

import type {
  ApiKeys,
  DataExports,
  DeletedAccounts,
  Feedback,
  IdempotencyKeys,
  MailedProcesses,
  NotificationSettings,
  Passkeys,
  PushSubscriptions,
  RecoveryCodes,
  SignInChallenges,
  TotpSecrets,
  WebhookDeliveries,
  WebhookEndpoints,
  WebhookMessages,
} from './tables/account.ts'
import type {
  LedgerEntries,
  Lots,
  PaymentEvents,
  PaymentMethods,
  Payments,
  PromoCodes,
  PromoUses,
  Refunds,
  ReservationParts,
  Reservations,
  Subscriptions,
  Tariffs,
} from './tables/billing.ts'
import type {
  ActionItems,
  Chapters,
  Digests,
  LlmCalls,
  ReadingParts,
  Readings,
  Summaries,
  ThesesUses,
} from './tables/summaries.ts'
import type {
  Vocabularies,
  VocabularyDeclined,
  VocabularyExceptions,
  VocabularyMembers,
  VocabularyTerms,
} from './tables/vocabulary.ts'

/**
 * Tables as the SQL migrations create them, with columns in camelCase. A bigint is a number here: sizes stay far below
 * 2⁵³.
 */
export type Tables = {
  users: Users
  subscriptions: Subscriptions
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
  paymentMethods: PaymentMethods
  payments: Payments
  refunds: Refunds
  paymentEvents: PaymentEvents
  promoCodes: PromoCodes
  promoUses: PromoUses
  apiKeys: ApiKeys
  dataExports: DataExports
  deletedAccounts: DeletedAccounts
  feedback: Feedback
  idempotencyKeys: IdempotencyKeys
  mailedProcesses: MailedProcesses
  notificationSettings: NotificationSettings
  passkeys: Passkeys
  pushSubscriptions: PushSubscriptions
  recoveryCodes: RecoveryCodes
  signInChallenges: SignInChallenges
  totpSecrets: TotpSecrets
  webhookDeliveries: WebhookDeliveries
  webhookEndpoints: WebhookEndpoints
  webhookMessages: WebhookMessages
  sessions: Sessions
  refreshTokens: RefreshTokens
  uploads: Uploads
  uploadParts: UploadParts
  linkDownloads: LinkDownloads
  settingsTemplates: SettingsTemplates
  scripts: Scripts
  folders: Folders
  processes: Processes
  tasks: Tasks
  dispatchShares: DispatchShares
  workers: Workers
  segments: Segments
  speakerNames: SpeakerNames
  originalSegments: OriginalSegments
  edits: Edits
  scriptWords: ScriptWords
  searchWords: SearchWords
  readings: Readings
  readingParts: ReadingParts
  summaries: Summaries
  chapters: Chapters
  actionItems: ActionItems
  digests: Digests
  llmCalls: LlmCalls
  thesesUses: ThesesUses
  switches: Switches
  userVersions: UserVersions
  vocabularies: Vocabularies
  vocabularyMembers: VocabularyMembers
  vocabularyTerms: VocabularyTerms
  vocabularyExceptions: VocabularyExceptions
  vocabularyDeclined: VocabularyDeclined
}

/** Written by triggers alone. */
type UserVersions = { userId: string; version: number }

/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>

type Users = {
  id: string
  email: string | null
  name: string
  surname: Generated<string>
  passwordHash: string | null
  isSuperuser: Generated<boolean>
  hasUploaded: Generated<boolean>
  isPasswordPending: Generated<boolean>
  createdAt: Generated<Date>
  utmData: Generated<string>
  deletionRequestedAt: Date | null
  deletionDueAt: Date | null
  disabledAt: Date | null
  timeZone: string | null
}

type Identities = { provider: Provider; subject: string; userId: string; createdAt: Generated<Date> }

type MailLinks = {
  id: string
  hash: Buffer | null
  purpose: MailLinkPurpose
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

type Switches = { name: string; isOn: boolean; reason: string; changedBy: string; changedAt: Date }

type Sessions = {
  id: string
  userId: string
  createdAt: Generated<Date>
  expiresAt: Date
  revokedAt: Date | null
  network: Generated<string>
  userAgent: Generated<string>
  lastUsedAt: Generated<Date>
}

type RefreshTokens = {
  hash: Buffer
  sessionId: string
  parent: Buffer | null
  expiresAt: Date
  usedAt: Date | null
}

type Uploads = {
  id: string
  userId: string
  source: 'parts' | 'stream' | 'link'
  state: Generated<'open' | 'complete' | 'aborted'>
  fileName: string
  contentType: string
  sizeBytes: number | null
  partSize: number | null
  folderId: string | null
  storageUploadId: string | null
  createdAt: Date
  expiresAt: Date
  endedAt: Date | null
}

type UploadParts = { uploadId: string; number: number; sha256: Buffer }

type LinkDownloads = {
  id: string
  uploadId: string
  userId: string
  url: string
  status: Generated<ProcessStatus>
  title: string | null
  bytesDone: Generated<number>
  bytesTotal: number | null
  errorCode: string | null
  tooBig: Json<{ size: number; fileName: string; fileSize: number } | null> | null
  createdAt: Date
  finishedAt: Date | null
}

type SettingsTemplates = {
  id: number
  name: string
  description: string
  code: Generated<TemplateCode>
  instructions: Generated<string>
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
  publicSince: Date | null
  linkId: string | null
  peaks: Generated<number[]>
  processId: string | null
  inspectedAt: Date | null
  failureCode: string | null
  processedSeconds: number | null
  speakers: number | null
  hasPlayback: Generated<boolean>
  keepUntil: Date
  expiredAt: Date | null
  warnedUntil: Date | null
  originalMissingAt: Date | null
  textVersion: Generated<number>
  unheard: ColumnType<UnheardSpan[], string | undefined, string>
  flaws: Generated<Flaw[]>
  mediaType: Generated<MediaType>
  folderId: string | null
}

type Folders = { id: string; userId: string; name: string; createdAt: Date }
export type FolderRow = Selectable<Folders>

type Processes = {
  id: string
  scriptId: string
  status: Generated<ProcessStatus>
  stage: Generated<Stage>
  language: string
  errorCode: string | null
  userId: string
  isPaid: Generated<boolean>
  tasksReady: Generated<number>
  tasksLeft: Generated<number>
  costTotal: Generated<number>
  costDone: Generated<number>
  busySeconds: Generated<number>
  warningCode: string | null
  secondsTotal: Generated<number>
  secondsDone: Generated<number>
  createdAt: Generated<Date>
  recogniseStartedAt: Date | null
  finishedAt: Date | null
  mediaType: Generated<MediaType>
  speakersCount: Generated<SpeakersCount>
  badQuality: Generated<boolean>
  templateId: number | null
  isForced: Generated<boolean>
  traceContext: string | null
  vocabulary: ColumnType<AppliedVocabulary | null, string | undefined, string | null>
}

/** The owner's choice, null if no vocabulary, and the versions that were applied. */
export type AppliedVocabulary = {
  asked: ProcessVocabulary | null
  applied: readonly { vocabularyId: string; version: number }[]
}

type Tasks = {
  processId: string
  kind: 'prepare' | 'recognise' | 'diarise'
  index: number
  state: Generated<'ready' | 'queued' | 'done' | 'failed' | 'dropped'>
  startSeconds: number
  endSeconds: number
  attempts: Generated<number>
  failures: Generated<number>
  /** Attempts that ended because storage did not answer; they count neither as failed nor as lost. */
  putOff: Generated<number>
  cost: Generated<number>
  begunAt: Date | null
  doneAt: Date | null
  result: ColumnType<unknown, string | null | undefined, string | null>
  unheard: ColumnType<Span[] | null, string | undefined, string>
}

type DispatchShares = { class: 'paid' | 'free'; pass: number }

type Workers = { id: string; slots: number; seenAt: Date }

type SpeakerNames = { scriptId: string; speaker: number; name: string }

type OriginalSegments = Omit<Segments, 'userId'>

type Edits = {
  scriptId: string
  version: number
  operation: Json<Operation>
  editedAt: Date
  sizeBytes: ColumnType<number, never, never>
  /** Restores the text before the edit; null if the edit is older than this column. */
  inverse: ColumnType<Operation | null, string | null | undefined, never>
  inverseBytes: Generated<number>
  step: ColumnType<string | null, string | null | undefined, never>
  source: ColumnType<EditSource | null, EditSource | null | undefined, never>
  name: ColumnType<string | null, never, string | null>
  undoTop: ColumnType<number | null, number | null | undefined, never>
  redoTop: ColumnType<number | null, number | null | undefined, never>
  /** The size of the text after the edit; null if the edit is older than these columns. */
  textItems: ColumnType<number | null, number | undefined, never>
  textLetters: ColumnType<number | null, number | undefined, never>
}

type ScriptWords = { scriptId: string; words: string[] }

type SearchWords = { userId: string; word: string; texts: number }

type Segments = {
  scriptId: string
  userId: string
  index: number
  startSeconds: number
  endSeconds: number
  speaker: number
  text: string
  words: Json<Word[]>
}

export type { ActionItemRow, ReadingPartRow, ReadingRow, SummaryRow } from './tables/summaries.ts'
export type SubscriptionRow = Selectable<Subscriptions>
export type TariffRow = Selectable<Tariffs>
export type ProviderTokenRow = Selectable<ProviderTokens>
export type MailLinkRow = Selectable<MailLinks>
export type LotRow = Selectable<Lots>
export type ReservationRow = Selectable<Reservations>
export type PaymentRow = Selectable<Payments>
export type PaymentMethodRow = Selectable<PaymentMethods>
export type RefundRow = Selectable<Refunds>
export type PromoCodeRow = Selectable<PromoCodes>
export type SwitchRow = Selectable<Switches>
export type SessionRow = Selectable<Sessions>
export type FeedbackRow = Selectable<Feedback>
export type UserRow = Selectable<Users>
export type UploadRow = Selectable<Uploads>
export type LinkDownloadRow = Selectable<LinkDownloads>
export type ScriptRow = Selectable<Scripts>
export type ProcessRow = Selectable<Processes>
export type TaskRow = Selectable<Tasks>
export type SegmentRow = Selectable<Segments>
