import type { Script, ScriptSummary } from '@doslovno/contract/scripts.ts'

import type { Answer } from './server.ts'
import { userOf } from './user.ts'

/** A user who has uploaded before. */
const user = userOf({ availableUploads: 3, hasUploaded: true })

/** A finished file; the number makes its id. */
export function fileOf(number: number, changes: Partial<ScriptSummary> = {}): ScriptSummary {
  return {
    id: idOf(number),
    fileName: `file ${number}.mp3`,
    fileSize: 177_000_000,
    type: 'audio',
    duration: 249,
    uploadAt: new Date(2026, 10, 5, 12).toISOString(),
    status: 'complete',
    isInspected: true,
    public: false,
    canEdit: true,
    isExpired: false,
    ...changes,
  }
}

export function idOf(number: number): string {
  return `3f0c2d3e-8d55-4f5e-9f0a-${String(number).padStart(12, '0')}`
}

/** The same file with its text. */
export function scriptOf(summary: ScriptSummary, changes: Partial<Script> = {}): Script {
  return {
    ...summary,
    fileSrc: null,
    playbackSrc: null,
    srcSeconds: 300,
    speakerNames: [],
    language: 'ru',
    speakers: 1,
    version: 0,
    peaks: [],
    script: [],
    flaws: [],
    scriptSummary: [],
    summaryBlocks: [],
    ...changes,
  }
}

/** Answers for the files page with these files. */
export function libraryOf(files: readonly ScriptSummary[], total = files.length): Record<string, Answer | Answer[]> {
  return {
    'GET /api/account': { status: 200, body: { user, events: [] } },
    'GET /api/uploads': { status: 200, body: { data: [] } },
    'GET /api/folders': { status: 200, body: { data: [] } },
    'GET /api/scripts': listOf(files, total),
  }
}

export function listOf(files: readonly ScriptSummary[], total = files.length): Answer {
  return { status: 200, body: { data: files, total } }
}
