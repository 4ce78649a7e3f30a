import type { User } from '@doslovno/contract/accounts.ts'
import { DEFAULT_FILE_SIZE_MB } from '@doslovno/domain/upload/limits.ts'

import type { UserRow } from '#platform/tables.ts'

export function userView({ id, name, surname, email, isSuperuser }: UserRow): User {
  return { id, name, surname, email, isSuperuser, tariff: { fileSize: DEFAULT_FILE_SIZE_MB } }
}
