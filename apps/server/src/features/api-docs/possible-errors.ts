import type { ErrorCode } from '@doslovno/domain/errors.ts'

import type { ApiOperation, OperationName } from './operations.ts'

const opening = ['uploadsExceeded', 'tooManyUploads'] as const
const keeping = ['unsupportedFormat', 'mediaBroken'] as const

/** Failures of each call beyond those that every call of its kind has. */
const own = {
  uploadScript: ['noFile', 'uploadAborted', ...opening, ...keeping],
  uploadByLink: ['notFound', 'linkNotAllowed', 'linkUnsupported', 'tooManyUploads', 'uploadsExceeded'],
  cancelUploadByLink: ['notFound'],
  processScript: [
    'alreadyProcessed',
    'notEnoughMinutes',
    'noAudioStream',
    'mediaBroken',
    'unsupportedFormat',
    'recordingTooLong',
    'storageExpired',
  ],
  cancelProcessing: [],
  getScriptStatus: [],
  getProcess: [],
  listScripts: ['notFound'],
  searchScripts: ['notFound'],
  getScript: ['storageExpired'],
  getDraft: [],
  getMedia: ['storageExpired'],
  renameScript: ['storageExpired'],
  shareScript: ['storageExpired'],
  deleteScript: [],
  moveScripts: ['notFound'],
  deleteScripts: ['notFound'],
  listFolders: [],
  createFolder: ['folderExists', 'tooManyFolders'],
  renameFolder: ['folderExists'],
  deleteFolder: [],
  editSpeakerName: ['storageExpired', 'editConflict'],
  editTranscript: ['editConflict', 'textTooLong', 'storageExpired'],
  listEdits: ['storageExpired'],
  getOriginal: ['storageExpired'],
  getSummary: ['storageExpired'],
  makeSummary: ['noText', 'summaryExists', 'thesesUsedUp', 'templateNotAllowed', 'storageExpired'],
  listChapters: ['storageExpired'],
  listActionItems: ['storageExpired'],
  tickActionItem: ['storageExpired'],
  askScript: ['noText', 'budgetSpent', 'storageExpired'],
  listSettingsTemplates: [],
  createUpload: ['notFound', ...opening],
  listUploads: [],
  listUploadParts: [],
  signUploadPart: [],
  completeUpload: ['uploadIncomplete', ...keeping],
  abortUpload: [],
  listTerms: ['notFound'],
  addTerms: ['notFound', 'notAllowed'],
  editTerm: ['notAllowed', 'termExists'],
  deleteTerm: ['notAllowed'],
  importTerms: ['notFound', 'notAllowed'],
  exportTerms: ['notFound'],
  listVocabularies: [],
  createVocabulary: ['tooManyVocabularies'],
  renameVocabulary: ['notAllowed'],
  deleteVocabulary: ['notAllowed'],
  listWebhooks: [],
  createWebhook: ['tooManyWebhooks', 'webhookRefused'],
  editWebhook: ['webhookRefused'],
  rotateWebhookSecret: [],
  deleteWebhook: [],
  testWebhook: ['webhookOff'],
  listDeliveries: [],
  replayDelivery: ['webhookOff'],
  replayFailed: ['webhookOff'],
  getUsage: [],
} as const satisfies Record<OperationName, readonly ErrorCode[]>

const always = ['tooManyRequests', 'unexpected', 'notAvailable', 'switchedOff'] as const
const forUsers = ['needAuthorization', 'accountDisabled'] as const
const withInput = ['invalidRequest'] as const
/** The body of any call has a limit. */
const writing = ['fileTooBig'] as const
const ofObject = ['notFound'] as const
const creating = ['keyReused', 'keyInUse'] as const

/** Every code that the document can name. */
export type PublicErrorCode =
  | (typeof own)[OperationName][number]
  | (typeof always | typeof forUsers | typeof withInput | typeof writing | typeof ofObject | typeof creating)[number]

/** The codes with which a call can fail. */
export function possibleErrors({ name, endpoint }: ApiOperation): readonly PublicErrorCode[] {
  const { method, params, query, body, isCreating, isStreamed } = endpoint
  return [
    ...(params || query || body || isStreamed ? withInput : []),
    ...forUsers,
    ...(params ? ofObject : []),
    ...own[name],
    ...(method === 'GET' ? [] : writing),
    ...(isCreating ? creating : []),
    ...always,
  ]
}
