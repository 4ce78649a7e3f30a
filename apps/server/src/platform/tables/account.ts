import type { KeyScope } from '@doslovno/contract/account/api-keys.ts'
import type { Provider } from '@doslovno/contract/account/providers.ts'
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent, WebhookMessage } from '@doslovno/contract/webhooks.ts'
import type { ExportFormat } from '@doslovno/domain/export/formats.ts'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>

export type ApiKeys = {
  id: string
  userId: string
  hash: Buffer
  sealed: Buffer
  scopes: KeyScope[]
  createdAt: Date
  lastUsedAt: Date | null
}

export type IdempotencyKeys = {
  userId: string
  key: string
  endpoint: string
  fingerprint: Buffer
  reply: Buffer | null
  touchedAt: Date
}

export type WebhookEndpoints = {
  id: string
  userId: string
  url: string
  events: WebhookEvent[]
  secretSealed: Buffer
  /** Signs as well until then. */
  previousSealed: Buffer | null
  previousUntil: Date | null
  isEnabled: Generated<boolean>
  disabledAt: Date | null
  disabledReason: WebhookEndpoint['disabledReason']
  failingSince: Date | null
  busyUntil: Date | null
  createdAt: Date
  urlSince: Date | null
}

export type WebhookMessages = {
  id: string
  userId: string
  scriptId: string | null
  type: WebhookDelivery['type']
  cause: string | null
  payload: Json<WebhookMessage>
  createdAt: Date
}

export type WebhookDeliveries = {
  id: string
  endpointId: string
  messageId: string
  state: Generated<WebhookDelivery['state']>
  attempts: Generated<number>
  createdAt: Date
  lastAttemptAt: Date | null
  nextAttemptAt: Date | null
  lastStatus: number | null
  lastError: WebhookDelivery['lastError']
}

export type WebhookEndpointRow = Selectable<WebhookEndpoints>
export type WebhookDeliveryRow = Selectable<WebhookDeliveries>

export type TotpSecrets = {
  userId: string
  sealed: Buffer
  createdAt: Date
  confirmedAt: Date | null
  lastStep: Generated<number>
}

export type RecoveryCodes = { userId: string; hash: Buffer; usedAt: Date | null; createdAt: Generated<Date> }

export type Passkeys = {
  id: string
  userId: string
  publicKey: Buffer
  counter: number
  transports: Generated<string[]>
  isBackupEligible: boolean
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export type SignInChallenges = {
  hash: Buffer
  purpose: 'secondFactor' | 'passkeyLogin' | 'passkeyCreate'
  userId: string | null
  signedBy: 'password' | Provider | null
  challenge: string | null
  attempts: Generated<number>
  expiresAt: Date
}

export type NotificationSettings = {
  userId: string
  isEmailOn: boolean
  isPushOn: boolean
  formats: Generated<ExportFormat[]>
}

export type PushSubscriptions = {
  id: string
  userId: string
  endpoint: string
  p256dh: string
  auth: string
  createdAt: Date
  sessionId: string | null
}

export type MailedProcesses = { processId: string; mailedAt: Date }

export type DataExports = {
  id: string
  userId: string
  status: Generated<'making' | 'ready' | 'failed'>
  tokenHash: Buffer | null
  bytes: number | null
  requestedAt: Date
  readyAt: Date | null
  expiresAt: Date | null
}

export type DeletedAccounts = { userId: string; deletedAt: Date }

export type Feedback = {
  id: string
  userId: string | null
  email: string
  text: string
  page: string | null
  createdAt: Date
}
