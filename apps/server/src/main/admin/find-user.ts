import { normalEmail } from '@doslovno/domain/account/email.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { userByEmail, userById } from '#features/users/index.ts'
import type { UserRow } from '#platform/tables.ts'

import { Refusal } from './command.ts'

/** An account by its e-mail or id. */
export async function findUser({ db }: Context, who = ''): Promise<UserRow> {
  const isId = z.uuid().safeParse(who).success
  const user = isId ? await userById(db, who) : await userByEmail(db, normalEmail(who))
  if (!user) throw new Refusal('there is no such account')
  return user
}
