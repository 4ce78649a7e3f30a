import type { Context } from '#context.ts'
import { lockScript } from '#features/scripts/index.ts'
import { textIdOf } from '#features/summaries/text/text-id.ts'
import { digestText, loadText } from '#features/summaries/text/text.ts'

import { foundIn } from './extract.ts'
import { digestedVersion, saveDigest } from './repo.ts'

/** Saves the chapters of a text, unless a summary has brought better ones or the text was replaced meanwhile. */
export async function findChapters(ctx: Context, scriptId: string, signal: AbortSignal): Promise<void> {
  const loaded = await loadText(ctx.db, scriptId)
  if (!loaded) return
  const text = await digestText(loaded, signal)
  const { textVersion } = text.script
  const processId = textIdOf(text.script)
  await ctx.db.transaction().execute(async (tx) => {
    const now = await lockScript(tx, scriptId)
    if (!now || now.expiredAt || textIdOf(now) !== processId || now.textVersion !== textVersion) return
    if ((await digestedVersion(tx, scriptId)) !== undefined) return
    await saveDigest(tx, scriptId, { processId, textVersion, madeAt: ctx.now(), ...foundIn(text) })
  })
}
