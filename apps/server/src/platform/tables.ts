import type { ProcessStatus, ScriptStatus, Stage } from '@doslovno/domain/script/status.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** The database as SQL migrations made it; columns are camelCase on this side. */
export type Tables = {
  users: Users
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

export type UserRow = Selectable<Users>
export type ScriptRow = Selectable<Scripts>
export type ProcessRow = Selectable<Processes>
export type ChunkRow = Selectable<Chunks>
export type SegmentRow = Selectable<Segments>
