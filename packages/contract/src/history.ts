import * as z from 'zod/mini'

import { Operation } from './editing.ts'
import type { Endpoint } from './endpoint.ts'
import { ScriptId } from './fields.ts'

const version = z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))

/** Operations that undo one step, in order. */
export const UndoStep = z.object({ operations: z.array(Operation) })

/** The last steps that can be undone and redone in the text of this version, the next one last. */
export const listUndo = {
  method: 'GET',
  path: '/api/scripts/:id/undo',
  auth: 'session',
  isLong: true,
  params: ScriptId,
  reply: z.object({ version: z.int(), undo: z.array(UndoStep), redo: z.array(UndoStep) }),
} as const satisfies Endpoint

/** An edit of the past; `inverse` restores the text before it. */
export const PastEdit = z.object({
  version: z.int(),
  editedAt: z.string(),
  source: z.nullable(z.enum(['vocabulary', 'restore', 'program'])),
  name: z.nullable(z.string()),
  inverse: z.nullable(Operation),
})

/** A page of the edits before a version, newest first; `next` is the version to continue before. */
export const listHistory = {
  method: 'GET',
  path: '/api/scripts/:id/history',
  auth: 'session',
  isLong: true,
  params: ScriptId,
  query: z.object({ before: z.optional(version) }),
  reply: z.object({ edits: z.array(PastEdit), next: z.optional(z.int()) }),
} as const satisfies Endpoint

export const MAX_VERSION_NAME = 60

/** Names the text after an edit; an empty name removes it. */
export const nameVersion = {
  method: 'PATCH',
  path: '/api/scripts/:id/history/:version',
  auth: 'session',
  params: z.object({ ...ScriptId.shape, version }),
  body: z.strictObject({ name: z.string().check(z.trim(), z.maxLength(MAX_VERSION_NAME)) }),
  reply: z.object({ name: z.nullable(z.string()) }),
} as const satisfies Endpoint
