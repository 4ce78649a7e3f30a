import type { Tables } from './tables.ts'

/**
 * The feature that owns each table. Only its owner writes a table; only its owner and the features that import the
 * owner read it. `scripts/table-ownership.test.ts` checks both.
 */
export const tableOwners = {
  users: 'users',
  auditEvents: 'audit',
  sessions: 'sessions',
  refreshTokens: 'sessions',
  legacyTokens: 'sessions',
  mailLinks: 'mail-links',
  identities: 'accounts',
  providerTokens: 'accounts',
  consents: 'accounts',
  tariffs: 'billing',
  subscriptions: 'billing',
  lots: 'billing',
  reservations: 'billing',
  reservationParts: 'billing',
  ledgerEntries: 'billing',
  scripts: 'scripts',
  uploads: 'uploads',
  uploadParts: 'uploads',
  linkDownloads: 'links',
  segments: 'transcripts',
  originalSegments: 'transcripts',
  edits: 'transcripts',
  speakerNames: 'transcripts',
  scriptWords: 'transcripts',
  searchWords: 'transcripts',
  processes: 'transcription',
  tasks: 'transcription',
  dispatchShares: 'transcription',
  workers: 'transcription',
  settingsTemplates: 'templates',
} as const satisfies Record<keyof Tables, string>
