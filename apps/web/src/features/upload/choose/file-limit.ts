import type { User } from '@doslovno/contract/account/accounts.ts'
import { BYTES_PER_MB, DEFAULT_FILE_SIZE_MB } from '@doslovno/domain/upload/limits.ts'

/** The largest file the user may upload. */
export function fileLimitBytes(user: User | null): number {
  return (user?.tariff.fileSize ?? DEFAULT_FILE_SIZE_MB) * BYTES_PER_MB
}
