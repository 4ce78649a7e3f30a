import type { Script } from '@doslovno/contract/scripts.ts'
import type { Summary } from '@doslovno/contract/summaries.ts'
import { type Actor, canEdit } from '@doslovno/domain/access.ts'
import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import type { SummaryRights } from '@doslovno/domain/summary/making.ts'
import { type SummaryType, summaryTypes } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'
import { entitlementsFor } from '#features/billing/index.ts'
import { readableScript } from '#features/scripts/index.ts'
import { listSentences } from '#features/transcripts/index.ts'
import { userById } from '#features/users/index.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { type CurrentText, currentText, recheck } from './recheck.ts'
import { type Making, makingsOf } from './repo.ts'
import { type Makings, summaryView } from './view.ts'

/** One summary for a caller who may read the script. */
export async function readSummary(ctx: Context, asked: string, type: SummaryType, actor?: Actor): Promise<Summary> {
  const script = await readableScript(ctx.db, asked, actor)
  const { id } = script
  const rights = await rightsOf(ctx, script, actor)
  if (type === 'theses' && !actor) throw new AppError('needAuthorization')
  const makings = ofType(await makingsOf(ctx.db, id), type)
  const page = currentText(ctx, script, makings.shown ? await listSentences(ctx.db, id) : [])
  return summaryView(await checked(ctx, makings, page), page, rights)
}

/** Rows that the summaries of a file are shown from, besides its text. */
export type SummaryBasis = { rights: SummaryRights; makings: Making[] }

export async function summaryBasis(ctx: Context, script: ScriptRow, actor?: Actor): Promise<SummaryBasis> {
  const [rights, makings] = await Promise.all([rightsOf(ctx, script, actor), makingsOf(ctx.db, script.id)])
  return { rights, makings }
}

type Page = { script: ScriptRow; sentences: readonly Sentence[] }

/** The state of a file's summaries, as its page shows it. */
export async function summariesOf(
  ctx: Context,
  { script, sentences }: Page,
  { rights, makings: all }: SummaryBasis,
  actor?: Actor,
): Promise<Pick<Script, 'scriptSummary' | 'summaryBlocks'>> {
  const page = currentText(ctx, script, sentences)
  const scriptSummary: Summary[] = []
  for (const type of summaryTypes) {
    const isHidden = type === 'theses' && !actor
    const makings = ofType(all, type)
    if (makings.newest && !isHidden) scriptSummary.push(summaryView(await checked(ctx, makings, page), page, rights))
  }
  const statusOf = (type: SummaryType) => scriptSummary.find((one) => one.type === type)?.status ?? 'missing'
  return { scriptSummary, summaryBlocks: summaryTypes.map((type) => ({ type, status: statusOf(type) })) }
}

export function ofType(all: readonly Making[], type: SummaryType): Makings {
  const makings = all.filter((making) => making.type === type)
  return { type, newest: makings[0], shown: makings.find(({ status }) => status === 'complete') }
}

/** A file that is being recognised again has no text to check against. */
export async function checked(ctx: Context, makings: Makings, page: CurrentText): Promise<Makings> {
  const { newest, shown } = makings
  if (!shown || !isCompleted(page.script.status)) return makings
  const rechecked = await recheck(ctx, shown, page)
  return { ...makings, shown: rechecked, newest: newest?.id === shown.id ? rechecked : newest }
}

/** The caller's rights to the summaries of a script that they may read. */
export async function rightsOf({ db, now }: Context, script: ScriptRow, actor?: Actor): Promise<SummaryRights> {
  const isOwner = canEdit(script, actor)
  const [user, entitlements] = await Promise.all([
    actor?.scopes.includes('write') ? userById(db, actor.userId) : undefined,
    isOwner ? entitlementsFor(db, script.userId, now()) : undefined,
  ])
  return { isOwner, isSuperuser: user?.isSuperuser ?? false, hasAiSettings: entitlements?.hasAiSettings ?? false }
}
