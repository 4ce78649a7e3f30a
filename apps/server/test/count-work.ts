import type { KyselyPlugin } from 'kysely'

import type { Context } from '#context.ts'

/** A context that notes the kind of every query and every password check, in order. */
export function countWork(ctx: Context): { ctx: Context; work: string[] } {
  const work: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => (work.push(node.kind), node),
    transformResult: async ({ result }) => result,
  }
  const isRight: Context['passwords']['isRight'] = (password, hash) => {
    work.push('password check')
    return ctx.passwords.isRight(password, hash)
  }
  return { ctx: { ...ctx, db: ctx.db.withPlugin(plugin), passwords: { ...ctx.passwords, isRight } }, work }
}
