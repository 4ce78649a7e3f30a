import * as editing from '@doslovno/contract/editing.ts'
import { ErrorBody, ErrorCode, FieldErrorBody, TooBig } from '@doslovno/contract/endpoint.ts'
import { Folder } from '@doslovno/contract/folders.ts'
import { ProcessVocabulary } from '@doslovno/contract/script-vocabulary.ts'
import * as scripts from '@doslovno/contract/scripts.ts'
import * as summaries from '@doslovno/contract/summaries.ts'
import { SettingsTemplate } from '@doslovno/contract/tools.ts'
import * as transcriptions from '@doslovno/contract/transcriptions.ts'
import { Upload, UploadPart } from '@doslovno/contract/uploads.ts'
import { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { ImportLine, SentTerm, TermOutcome, VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import * as webhooks from '@doslovno/contract/webhooks.ts'
import type * as z from 'zod/mini'

const {
  Script,
  ScriptSummary,
  Match,
  Segment,
  Word,
  TermQuestion,
  Media,
  Speaker,
  DraftSentence,
  DraftTurn,
  ProcessState,
  ScriptState,
  UnheardSpan,
} = scripts
const { Summary, SummaryBlock, SummaryReading, SummaryPoint, SummaryCheck, Statement, StatementReason } = summaries
const { Moment, Span, ChapterView, ActionItem, Due } = summaries
const { EditedSegment, SentSegment, SentWord, SentSpeaker, Replacement, SegmentPatch, SpeakerRun, Operation } = editing
const { EditText, ReplaceMany, SplitSegment, AssignSpeaker, MergeSpeakers, AddSpeaker, NameSpeaker } = editing
const { RestoreSegments, RestoreSpeakers } = editing
const { WebhookDelivery, WebhookEndpoint, EventScript, FailedScript, EventSummary, EventWebhook } = webhooks
const { CompletedData, FailedData, SummaryData, TestData } = webhooks
const { ScriptCompleted, ScriptFailed, SummaryCompleted, WebhookTest } = webhooks
const { Transcription, VerboseTranscription, TranscriptionUsage, TranscriptionSegment } = transcriptions
const { TranscriptionWord, OpenaiErrorBody, OpenaiError } = transcriptions

/** The objects that have a name in the document. */
export const components = {
  Script,
  ScriptSummary,
  Match,
  Segment,
  Word,
  TermQuestion,
  ProcessVocabulary,
  Media,
  Speaker,
  Span,
  UnheardSpan,
  DraftSentence,
  DraftTurn,
  ProcessState,
  ScriptState,
  Summary,
  SummaryBlock,
  SummaryReading,
  SummaryPoint,
  SummaryCheck,
  Statement,
  StatementReason,
  Moment,
  ChapterView,
  ActionItem,
  Due,
  SettingsTemplate,
  Upload,
  UploadPart,
  VocabularyTerm,
  SentTerm,
  TermOutcome,
  ImportLine,
  Folder,
  Vocabulary,
  WebhookEndpoint,
  WebhookDelivery,
  EditedSegment,
  SentSegment,
  SentWord,
  SentSpeaker,
  NamedSpeaker: scripts.NamedSpeaker,
  Replacement,
  SegmentPatch,
  SpeakerRun,
  Operation,
  EditText,
  ReplaceMany,
  SplitSegment,
  AssignSpeaker,
  MergeSpeakers,
  AddSpeaker,
  NameSpeaker,
  RestoreSegments,
  RestoreSpeakers,
  ErrorBody,
  ErrorCode,
  FieldErrorBody,
  TooBig,
  EventScript,
  FailedScript,
  EventSummary,
  EventWebhook,
  CompletedData,
  FailedData,
  SummaryData,
  TestData,
  ScriptCompleted,
  ScriptFailed,
  SummaryCompleted,
  WebhookTest,
  Transcription,
  VerboseTranscription,
  TranscriptionUsage,
  TranscriptionSegment,
  TranscriptionWord,
  OpenaiErrorBody,
  OpenaiError,
} as const satisfies Record<string, z.ZodMiniType>

export type Components = typeof components
export type ComponentName = keyof Components
