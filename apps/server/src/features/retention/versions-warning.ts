import type { Context } from '#context.ts'

/** Says once, at the start of a worker, that deleted files cannot be brought back by a restore. */
export async function warnWithoutVersions({ storage, log }: Pick<Context, 'storage' | 'log'>): Promise<void> {
  if (!(await storage.versions.areKept()))
    log.warn('the bucket keeps no versions: after a restore of the database, files deleted since then stay lost')
}
