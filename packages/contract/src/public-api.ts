import { getUsage } from './account/api-keys.ts'
import { editTranscript, getOriginal, listEdits } from './editing.ts'
import type { Endpoint } from './endpoint.ts'
import { createFolder, deleteFolder, deleteScripts, listFolders, moveScripts, renameFolder } from './folders.ts'
import {
  cancelProcessing,
  cancelUploadByLink,
  deleteScript,
  editSpeakerName,
  getDraft,
  getMedia,
  getProcess,
  getScript,
  getScriptStatus,
  listScripts,
  processScript,
  renameScript,
  searchScripts,
  shareScript,
  uploadByLink,
  uploadScript,
} from './scripts.ts'
import { askScript, getSummary, listActionItems, listChapters, makeSummary, tickActionItem } from './summaries.ts'
import { listSettingsTemplates } from './tools.ts'
import { abortUpload, completeUpload, createUpload, listUploadParts, listUploads, signUploadPart } from './uploads.ts'
import { createVocabulary, deleteVocabulary, listVocabularies, renameVocabulary } from './vocabularies.ts'
import { addTerms, deleteTerm, editTerm, exportTerms, importTerms, listTerms } from './vocabulary.ts'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  replayFailed,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks.ts'

/** Every call that an API key may make, by the name it has in the documentation and in the client, grouped. */
export const publicApi = {
  scripts: {
    uploadScript,
    uploadByLink,
    cancelUploadByLink,
    processScript,
    cancelProcessing,
    getScriptStatus,
    getProcess,
    listScripts,
    searchScripts,
    getScript,
    getDraft,
    getMedia,
    renameScript,
    shareScript,
    deleteScript,
    moveScripts,
    deleteScripts,
  },
  folders: { listFolders, createFolder, renameFolder, deleteFolder },
  text: { editSpeakerName, editTranscript, listEdits, getOriginal },
  summaries: {
    getSummary,
    makeSummary,
    listChapters,
    listActionItems,
    tickActionItem,
    askScript,
    listSettingsTemplates,
  },
  uploads: { createUpload, listUploads, listUploadParts, signUploadPart, completeUpload, abortUpload },
  vocabulary: {
    listTerms,
    addTerms,
    editTerm,
    deleteTerm,
    importTerms,
    exportTerms,
    listVocabularies,
    createVocabulary,
    renameVocabulary,
    deleteVocabulary,
  },
  webhooks: {
    listWebhooks,
    createWebhook,
    editWebhook,
    rotateWebhookSecret,
    deleteWebhook,
    testWebhook,
    listDeliveries,
    replayDelivery,
    replayFailed,
  },
  usage: { getUsage },
} as const satisfies Record<string, Record<string, Endpoint>>
