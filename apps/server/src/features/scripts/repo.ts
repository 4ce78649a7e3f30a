import type { Db } from '#platform/db.ts'
import type { ProcessRow, ScriptRow, SegmentRow } from '#platform/tables.ts'

/** A script together with its last process, if it has one. */
export type ScriptWithProcess = { script: ScriptRow; process: ProcessRow | undefined }

export async function findScript(db: Db, id: string): Promise<ScriptWithProcess | undefined> {
  const script = await db.selectFrom('scripts').selectAll().where('id', '=', id).executeTakeFirst()
  return script && { script, process: await findProcess(db, script.processId) }
}

/** Waits for whoever changes the script now. */
export function lockScript(db: Db, id: string): Promise<ScriptRow | undefined> {
  return db.selectFrom('scripts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

type Page = { page: number; pageSize: number }

export async function listScripts(db: Db, userId: string, { page, pageSize }: Page): Promise<ScriptWithProcess[]> {
  const scripts = await db
    .selectFrom('scripts')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('uploadedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const processes = await findProcesses(
    db,
    scripts.flatMap(({ processId }) => processId ?? []),
  )
  return scripts.map((script) => ({ script, process: processes.find(({ id }) => id === script.processId) }))
}

export async function countScripts(db: Db, userId: string): Promise<number> {
  const counted = db
    .selectFrom('scripts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
  return (await counted.executeTakeFirstOrThrow()).total
}

export function listSegments(db: Db, scriptId: string): Promise<SegmentRow[]> {
  return db.selectFrom('segments').selectAll().where('scriptId', '=', scriptId).orderBy('index').execute()
}

type NewScript = Pick<ScriptRow, 'id' | 'userId' | 'fileName' | 'sizeBytes' | 'kind' | 'contentType'>

export function insertScript(db: Db, script: NewScript): Promise<ScriptRow> {
  return db.insertInto('scripts').values(script).returningAll().executeTakeFirstOrThrow()
}

type Changes = Partial<Pick<ScriptRow, 'status' | 'durationSeconds' | 'language' | 'kind' | 'peaks' | 'processId'>>

export async function updateScript(db: Db, id: string, changes: Changes): Promise<void> {
  await db.updateTable('scripts').set(changes).where('id', '=', id).execute()
}

async function findProcess(db: Db, id: string | null): Promise<ProcessRow | undefined> {
  return id === null ? undefined : db.selectFrom('processes').selectAll().where('id', '=', id).executeTakeFirst()
}

async function findProcesses(db: Db, ids: readonly string[]): Promise<ProcessRow[]> {
  return ids.length === 0 ? [] : db.selectFrom('processes').selectAll().where('id', 'in', ids).execute()
}
