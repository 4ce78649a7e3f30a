import { NEARLY } from '@doslovno/domain/script/progress.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { ProcessRow, ScriptRow, SegmentRow } from '#platform/tables.ts'

/** A process and what of its pieces under way is done. */
export type ProcessUnderWay = ProcessRow & { costBegun: number }

/** A script together with its last process, if it has one. */
export type ScriptWithProcess = { script: ScriptRow; process: ProcessUnderWay | undefined }

export async function findScript(db: Db, id: string): Promise<ScriptWithProcess | undefined> {
  const script = await scriptById(db, id)
  return script && (await withProcesses(db, [script]))[0]
}

export function scriptById(db: Db, id: string): Promise<ScriptRow | undefined> {
  return db.selectFrom('scripts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Waits for whoever changes the script now. */
export function lockScript(db: Db, id: string): Promise<ScriptRow | undefined> {
  return db.selectFrom('scripts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Scripts with their last processes, in the same order. */
export async function withProcesses(db: Db, scripts: readonly ScriptRow[]): Promise<ScriptWithProcess[]> {
  const processes = await findProcesses(
    db,
    scripts.flatMap(({ processId }) => processId ?? []),
  )
  const byId = new Map(processes.map((process) => [process.id, process]))
  return scripts.map((script) => ({ script, process: byId.get(script.processId ?? '') }))
}

export async function hasTranscript(db: Db, scriptId: string): Promise<boolean> {
  const first = await db
    .selectFrom('segments')
    .select('index')
    .where('scriptId', '=', scriptId)
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

export function listSegments(db: Db, scriptId: string): Promise<SegmentRow[]> {
  return db
    .selectFrom('segments')
    .select(['scriptId', 'userId', 'index', 'startSeconds', 'endSeconds', 'speaker', 'text', 'words'])
    .where('scriptId', '=', scriptId)
    .orderBy('index')
    .execute()
}

type NewScript = Pick<
  ScriptRow,
  'id' | 'userId' | 'fileName' | 'sizeBytes' | 'kind' | 'contentType' | 'uploadedAt' | 'keepUntil'
>

export function insertScript(db: Db, script: NewScript): Promise<ScriptRow> {
  return db.insertInto('scripts').values(script).returningAll().executeTakeFirstOrThrow()
}

type Changes = Partial<
  Pick<
    ScriptRow,
    | 'status'
    | 'durationSeconds'
    | 'language'
    | 'kind'
    | 'peaks'
    | 'processId'
    | 'inspectedAt'
    | 'failureCode'
    | 'processedSeconds'
    | 'hasPlayback'
    | 'isPublic'
    | 'fileName'
    | 'expiredAt'
    | 'unheard'
  >
>

/** False when there is no such script any more. */
export async function updateScript(db: Db, id: string, { unheard, ...changes }: Changes): Promise<boolean> {
  const updated = await db
    .updateTable('scripts')
    .set({ ...changes, ...(unheard && { unheard: JSON.stringify(unheard) }) })
    .where('id', '=', id)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

async function findProcesses(db: Db, ids: readonly string[]): Promise<ProcessUnderWay[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('processes')
    .selectAll()
    .select(({ fn }) => fn.coalesce(costBegun, sql<number>`0`).as('costBegun'))
    .where('id', 'in', ids)
    .execute()
}

/** What of the pieces under way is done, as `costOfBegun` counts it. */
const costBegun = sql<number>`(
  select sum(least(extract(epoch from now() - begun_at)::float, cost * ${NEARLY}::float))
  from tasks where process_id = processes.id and state = 'queued' and begun_at is not null)`
