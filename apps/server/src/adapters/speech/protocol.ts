import type { HeardWindow } from '@doslovno/domain/speakers/join-windows.ts'

import type { EngineHearOptions } from './engine.ts'
import type { Hearing } from './port.ts'

/** A worker's question to its recogniser; PCM as the media adapter decodes it. */
export type Question =
  | ({ kind: 'recognise'; pcm: Uint8Array } & EngineHearOptions)
  | { kind: 'identify'; pcm: Uint8Array }
  | { kind: 'diarise'; pcm: Uint8Array }

export type Answer =
  | { kind: 'ready' }
  | ({ kind: 'words' } & Hearing)
  | { kind: 'language'; language: string | undefined }
  | { kind: 'window'; window: HeardWindow }
  | { kind: 'failed'; message: string }

export function unexpected(answer: Answer): Error {
  return new Error(answer.kind === 'failed' ? `The recogniser failed: ${answer.message}` : `Unexpected ${answer.kind}`)
}
