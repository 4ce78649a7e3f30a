import type { Word } from '@doslovno/domain/transcript/words.ts'

/** What the worker asks its recogniser; PCM as the media adapter decodes it. */
export type Question = { kind: 'recognise'; pcm: Uint8Array; language: string } | { kind: 'identify'; pcm: Uint8Array }

export type Answer =
  | { kind: 'ready' }
  | { kind: 'words'; words: Word[] }
  | { kind: 'language'; language: string | undefined }
  | { kind: 'failed'; message: string }
